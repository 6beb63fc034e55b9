"""Tools that an admin has published for other people's pages."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from config.ids import uuid7
from tools_app.definitions import LONGEST_SLUG


class Theme(models.TextChoices):
    SYSTEM = "system", "As the visitor's system is set"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Embed(models.Model):
    """`token` stands in the HTML of public pages: it names the embed, it is no secret. Origins,
    limits and being enabled are what protects."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    token = models.CharField(max_length=64, unique=True)
    tool_slug = models.CharField(max_length=LONGEST_SLUG)
    name = models.CharField(max_length=100)
    # Scheme, host and port of each page that may show it.
    origins = ArrayField(models.CharField(max_length=300), default=list)
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)
    # The properties of the input that visitors fill in; all that are not internal, if empty.
    fields = ArrayField(models.CharField(max_length=100), default=list)
    # What the others are set to.
    preset = models.JSONField(default=dict)
    per_minute = models.PositiveIntegerField(default=10)
    per_day = models.PositiveIntegerField(default=500)
    enabled = models.BooleanField(default=True)
    created_by_label = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "embeds"
        ordering = ["-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.enabled and self.revoked_at is None

    @property
    def status(self) -> str:
        if self.revoked_at:
            return "revoked"
        return "enabled" if self.enabled else "disabled"
