"""What was done to tools, by whom: append-only, chained like the events of sessions.

A trigger in the database refuses to change or delete a row. Nothing here refers to people or tools
by foreign key: history outlives what it names.
"""

from django.db import models
from django.db.models import F

from config.ids import uuid7


class ToolAction(models.TextChoices):
    CREATED = "created", "Created"
    DRAFT_SAVED = "draft_saved", "Saved a draft of"
    DRAFT_DISCARDED = "draft_discarded", "Discarded the draft of"
    PUBLISHED = "published", "Published"
    RESTORED = "restored", "Restored a version of"
    CHANGED = "changed", "Changed"
    OVERRIDDEN = "overridden", "Overrode"
    ENABLED = "enabled", "Enabled"
    DISABLED = "disabled", "Disabled"
    DUPLICATED = "duplicated", "Made as a copy"
    IMPORTED = "imported", "Imported"
    GRANTED = "granted", "Set who may run"
    DELETED = "deleted", "Deleted"


class ToolChange(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    seq = models.PositiveBigIntegerField(unique=True)
    action = models.CharField(max_length=20, choices=ToolAction)
    tool_slug = models.CharField(max_length=64)
    tool_id = models.UUIDField()
    tool_name = models.CharField(max_length=100, blank=True)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField()
    actor_label = models.CharField(max_length=300)
    user_id = models.UUIDField()
    note = models.CharField(max_length=500, blank=True)
    # Only what changed; null where there was nothing, or is nothing any more.
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    # The state that it led to, by the parts of a draft's ETag, and what authors then saw.
    revision = models.PositiveIntegerField()
    draft_revision = models.PositiveIntegerField()
    document = models.JSONField(null=True)
    created_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "tool_changes"
        ordering = ["-seq"]
        default_permissions = ()
        indexes = [
            models.Index("tool_slug", F("id").desc(), name="changes_tool"),
            models.Index("user_id", F("id").desc(), name="changes_user"),
            models.Index("tool_id", "revision", "draft_revision", name="changes_state"),
            models.Index(F("id").desc(), name="changes_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.action} {self.tool_slug}"


class ToolChangeHead(models.Model):
    """The end of the chain, in one row: what is cut off is missed too. Whoever writes locks it."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    count = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "tool_change_head"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.count} changes"
