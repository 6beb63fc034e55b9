"""What agents and skills have in common: words that admins write, kept with their history."""

from django.db import models

from config.ids import uuid7
from tools_app.definitions import LONGEST_SLUG


class Configured(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=LONGEST_SLUG, unique=True)
    name = models.CharField(max_length=100)
    description = models.CharField(max_length=500, blank=True)
    instructions = models.TextField(max_length=20_000, blank=True)
    enabled = models.BooleanField(default=True)
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        ordering = ["slug"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class ConfigVersion(models.Model):
    """An agent or a skill as somebody saved it; never edited, and it outlives what it is of."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    subject_type = models.CharField(max_length=10)
    subject_id = models.UUIDField()
    number = models.PositiveIntegerField()
    values = models.JSONField()
    author_id = models.UUIDField()
    author_label = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "config_versions"
        ordering = ["-number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                "subject_type", "subject_id", "number", name="one_config_version_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject_type} {self.subject_id} v{self.number}"
