"""Tools as a tenant's tables have them: patches of code tools, and tools of its own.

Tools that the code defines are not here; the resolver merges both. Read them through
`tools_app.resolver`, nothing else.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from guardian.models import GroupObjectPermissionBase, UserObjectPermissionBase

from config.ids import uuid7
from tools_app.definitions import LONGEST_SLUG, Effect, Policy


class Tool(models.Model):
    class Kind(models.TextChoices):
        OVERRIDE = "system_override", "Override of a tool in the code"
        CUSTOM = "tenant_custom", "The tenant's own tool"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=LONGEST_SLUG)
    kind = models.CharField(max_length=20, choices=Kind)
    # In an override, None leaves what the code says.
    enabled = models.BooleanField(null=True)
    name = models.CharField(max_length=100, blank=True)
    description = models.TextField(max_length=5000, blank=True)
    category = models.CharField(max_length=50, blank=True)
    icon = models.CharField(max_length=50, blank=True)
    policy = models.CharField(
        max_length=12, blank=True, choices=[(p.value, p.value) for p in Policy]
    )
    required_permissions = ArrayField(models.CharField(max_length=60), default=list)
    default_input = models.JSONField(default=dict)
    # Labels and help of fields, by JSON pointer into the input.
    field_texts = models.JSONField(default=dict)
    effect = models.CharField(
        max_length=12, blank=True, choices=[(e.value, e.value) for e in Effect]
    )
    input_schema = models.JSONField(null=True)
    output_schema = models.JSONField(null=True)
    execution = models.JSONField(null=True)
    # What a save must name (If-Match), so that nobody overwrites what they have not seen.
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "tools"
        ordering = ["slug"]
        default_permissions = ()
        permissions = [("run_tool", "Run this tool")]
        constraints = [models.UniqueConstraint("slug", "kind", name="one_row_a_slug_and_kind")]

    def __str__(self) -> str:
        return self.slug


class ToolUserGrant(UserObjectPermissionBase):
    """A person who may run a restricted tool. A direct foreign key: it goes with its tool."""

    content_object = models.ForeignKey(Tool, on_delete=models.CASCADE, related_name="user_grants")


class ToolGroupGrant(GroupObjectPermissionBase):
    """A role that may run a restricted tool."""

    content_object = models.ForeignKey(Tool, on_delete=models.CASCADE, related_name="group_grants")


class SchemaVersion(models.Model):
    """One change of one schema of anything that has them; content-addressed, never edited."""

    class Role(models.TextChoices):
        INPUT = "input", "Input"
        OUTPUT = "output", "Output"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    subject_type = models.CharField(max_length=30)
    subject_id = models.UUIDField()
    role = models.CharField(max_length=10, choices=Role)
    version_no = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    schema = models.JSONField()
    author_id = models.UUIDField()
    author_label = models.CharField(max_length=300)
    note = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "schema_versions"
        ordering = ["-created_at", "-version_no"]
        constraints = [
            models.UniqueConstraint(
                "subject_type", "subject_id", "role", "version_no", name="one_version_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject_type} {self.subject_id} {self.role} v{self.version_no}"


class IdempotencyKey(models.Model):
    """A caller's word that two requests are the same one: which run it stands for."""

    id = models.BigAutoField(primary_key=True)
    actor_id = models.UUIDField()
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64)
    run_id = models.UUIDField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "idempotency_keys"
        default_permissions = ()
        constraints = [models.UniqueConstraint("actor_id", "key", name="one_run_a_key")]

    def __str__(self) -> str:
        return self.key
