"""Skills: how to do something, written down for agents to read."""

from django.db import models

from agents.models.configured import Configured


class Skill(Configured):
    class Source(models.TextChoices):
        WRITTEN = "written", "Written here"
        IMPORTED = "imported", "Imported"

    category = models.CharField(max_length=50, blank=True)
    source = models.CharField(max_length=10, choices=Source, default=Source.WRITTEN)
    # Whether people may ask for it by name, and not only agents.
    user_invocable = models.BooleanField(default=True)

    class Meta(Configured.Meta):
        db_table = "skills"
