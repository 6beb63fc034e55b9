"""Shapes of tools and of running them."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from sessions_app.api.serializers import RUN_STATUSES
from tools_app.aggregates.declared import MOST as MOST_AGGREGATES
from tools_app.definitions import Effect, Origin, Policy
from tools_app.documents import OVERRIDABLE
from tools_app.models import SchemaVersion, Tool
from tools_app.resolved import ToolKind, ToolSource

EFFECTS = [effect.value for effect in Effect]
SOURCES = [source.value for source in ToolSource]
KINDS = [kind.value for kind in ToolKind]
ROW_KINDS = [kind.value for kind in Tool.Kind]
POLICIES = [policy.value for policy in Policy]


class ToolMetaSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    source = serializers.ChoiceField(choices=SOURCES)  # type: ignore[assignment]  # a field, not the option
    origin = serializers.ChoiceField(choices=[origin.value for origin in Origin], allow_null=True)
    category = serializers.CharField()
    icon = serializers.CharField()
    effect = serializers.ChoiceField(choices=EFFECTS)
    policy = serializers.ChoiceField(choices=POLICIES)
    collaborative = serializers.BooleanField()
    enabled = serializers.BooleanField()
    revision = serializers.IntegerField()


class SectionSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the option
    type = serializers.CharField()
    config = serializers.JSONField()


class ToolSerializer(ToolMetaSerializer):
    input_schema = serializers.JSONField()
    output_schema = serializers.JSONField()
    required_permissions = serializers.ListField(child=serializers.CharField())
    default_input = serializers.JSONField()
    sections = SectionSerializer(many=True)
    aggregates = serializers.ListField(child=serializers.DictField())
    # Only for those who author tools.
    published = serializers.BooleanField(required=False)
    unpublished_changes = serializers.BooleanField(required=False)


class SavedSerializer(serializers.Serializer[Any]):
    """What was written; the merged tool is seen by the next request."""

    slug = serializers.CharField()
    kind = serializers.ChoiceField(choices=ROW_KINDS)
    revision = serializers.IntegerField()


class ToolPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = ToolMetaSerializer(many=True)


class ToolQuerySerializer(serializers.Serializer[Any]):
    search = serializers.CharField(required=False, default="", max_length=200)
    origin = serializers.ChoiceField(
        required=False, default="", choices=[origin.value for origin in Origin]
    )
    kind = serializers.ChoiceField(required=False, default="", choices=KINDS)
    source = serializers.ChoiceField(required=False, default="", choices=SOURCES)  # type: ignore[assignment]
    category = serializers.CharField(required=False, default="", max_length=50)
    effect = serializers.ChoiceField(required=False, default="", choices=EFFECTS)
    cursor = serializers.CharField(required=False, default="", max_length=200)
    limit = serializers.IntegerField(required=False, default=50, min_value=1, max_value=1000)


class ToolChangeSerializer(StrictSerializer):
    """What may be changed; of a code tool, less (the answer says what)."""

    enabled = serializers.BooleanField(required=False, allow_null=True)
    name = serializers.CharField(required=False, max_length=100, allow_blank=True)
    description = serializers.CharField(required=False, max_length=5000, allow_blank=True)
    category = serializers.CharField(required=False, max_length=50, allow_blank=True)
    icon = serializers.RegexField(r"^[a-z0-9-]*$", required=False, max_length=50, allow_blank=True)
    policy = serializers.ChoiceField(required=False, choices=[*POLICIES, ""])
    required_permissions = serializers.ListField(
        required=False, child=serializers.CharField(max_length=60), max_length=20
    )
    default_input = serializers.DictField(required=False)
    field_texts = serializers.DictField(required=False, child=serializers.DictField())
    effect = serializers.ChoiceField(required=False, choices=EFFECTS)
    input_schema = serializers.DictField(required=False)
    output_schema = serializers.DictField(required=False)
    execution = serializers.DictField(required=False)
    aggregates = serializers.ListField(
        required=False, child=serializers.DictField(), max_length=MOST_AGGREGATES
    )
    note = serializers.CharField(required=False, max_length=500, default="", allow_blank=True)


class NewToolSerializer(ToolChangeSerializer):
    slug = serializers.CharField(max_length=64)
    # Nothing that callers get until it is published; it may lack anything but the slug.
    draft = serializers.BooleanField(required=False, default=False)
    effect = serializers.ChoiceField(required=False, choices=[*EFFECTS, ""])
    input_schema = serializers.DictField(required=False, allow_null=True)
    output_schema = serializers.DictField(required=False, allow_null=True)
    execution = serializers.DictField(required=False, allow_null=True)


class DocumentSerializer(NewToolSerializer):
    """A whole draft: what is left out is as in a new tool."""

    slug = draft = note = None  # type: ignore[assignment]  # these are no part of it


class FileToolSerializer(NewToolSerializer):
    """A tool of the workspace's own in a file."""

    kind = serializers.CharField(required=False)
    note = None  # type: ignore[assignment]  # the import has one of its own


class FileOverrideSerializer(StrictSerializer):
    """What a file overrides of a tool of the product."""

    slug = serializers.CharField(max_length=64)
    kind = serializers.CharField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """Those of a change that may be overridden."""
        fields = ToolChangeSerializer().get_fields()
        return {**super().get_fields(), **{name: fields[name] for name in OVERRIDABLE}}


class DraftStateSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    document = DocumentSerializer()
    live = DocumentSerializer(allow_null=True)
    etag = serializers.CharField()
    has_draft = serializers.BooleanField()
    changed = serializers.ListField(child=serializers.CharField())
    author_label = serializers.CharField()
    saved_at = serializers.DateTimeField(allow_null=True)


class MergeRequestSerializer(StrictSerializer):
    base = DocumentSerializer(required=False, allow_null=True, default=None)
    mine = DocumentSerializer()


class MergeConflictSerializer(serializers.Serializer[Any]):
    pointer = serializers.CharField()
    base = serializers.JSONField(allow_null=True)
    mine = serializers.JSONField(allow_null=True)
    theirs = serializers.JSONField(allow_null=True)


class MergeSerializer(serializers.Serializer[Any]):
    etag = serializers.CharField()
    author_label = serializers.CharField()
    theirs = DocumentSerializer()
    merged = DocumentSerializer()
    conflicts = MergeConflictSerializer(many=True)


class PublishSerializer(StrictSerializer):
    note = serializers.CharField(required=False, max_length=500, default="", allow_blank=True)


class SchemaChangeSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=SchemaVersion.Role.choices)
    pointer = serializers.CharField()
    kind = serializers.CharField()
    detail = serializers.CharField()
    breaking = serializers.BooleanField()


class FieldChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class ToolUserSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the option
    runs = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class ChangesSerializer(serializers.Serializer[Any]):
    first = serializers.BooleanField()
    breaking = serializers.BooleanField()
    schemas = SchemaChangeSerializer(many=True)
    fields = FieldChangeSerializer(many=True)  # type: ignore[assignment]  # a field, not the option
    used_since = serializers.DateTimeField()
    used_by = ToolUserSerializer(many=True)


class RestoreSerializer(PublishSerializer):
    role = serializers.ChoiceField(
        required=False, choices=SchemaVersion.Role.choices, default="", allow_blank=True
    )


class RunRequestSerializer(StrictSerializer):
    input = serializers.DictField()


class DraftSerializer(StrictSerializer):
    draft = ToolChangeSerializer(required=False)


class TestRequestSerializer(RunRequestSerializer, DraftSerializer):
    pass


class RunErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class TicketSerializer(serializers.Serializer[Any]):
    """What a run that waits was given; the token is told this once."""

    id = serializers.UUIDField()
    token = serializers.CharField()
    summary = serializers.CharField()
    target = serializers.CharField()
    payload = serializers.JSONField()
    diff = serializers.JSONField(allow_null=True)
    expires_at = serializers.DateTimeField()
    url = serializers.CharField()


class RunResultSerializer(serializers.Serializer[Any]):
    run_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=RUN_STATUSES)
    output = serializers.JSONField(allow_null=True)
    error = RunErrorSerializer(allow_null=True)
    duration_ms = serializers.IntegerField()
    proposal = TicketSerializer(allow_null=True)


class VersionSerializer(serializers.ModelSerializer[SchemaVersion]):
    class Meta:
        model = SchemaVersion
        fields = ["role", "version_no", "hash", "schema", "author_label", "note", "created_at"]
        read_only_fields = fields
