"""Tools as a tenant's tables have them: patches of code tools, and tools of its own.

Tools that the code defines are not here; the resolver merges both. Read them through
`tools_app.resolver`, nothing else.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
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
    # What a group's answers say together, by field of the output (tools_app.aggregates).
    aggregates = models.JSONField(default=list)
    # Of an override: what the code said of each field when the field was overridden, and which
    # version of the definition that was.
    override_base = models.JSONField(default=dict)
    definition_version = models.CharField(max_length=64, blank=True)
    # What a save must name (If-Match), so that nobody overwrites what they have not seen.
    revision = models.PositiveIntegerField(default=1)
    # The columns above are what callers get; None is a tool that they have never got.
    published_at = models.DateTimeField(null=True, default=timezone.now)
    # What somebody works on (see `tools_app.documents`); None when nothing is unpublished.
    draft = models.JSONField(null=True)
    draft_revision = models.PositiveIntegerField(default=0)
    draft_author_id = models.UUIDField(null=True)
    draft_author_label = models.CharField(max_length=300, blank=True)
    draft_saved_at = models.DateTimeField(null=True)
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
