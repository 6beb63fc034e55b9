"""Shapes of tools and of running them."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from tools_app.aggregates.declared import MOST as MOST_AGGREGATES
from tools_app.definitions import Effect, Origin, Policy
from tools_app.models import SchemaVersion, Tool
from tools_app.resolved import ToolKind, ToolSource

EFFECTS = [effect.value for effect in Effect]
SOURCES = [source.value for source in ToolSource]
KINDS = [kind.value for kind in ToolKind]
ROW_KINDS = [kind.value for kind in Tool.Kind]
RESULT_STATUSES = ["success", "error", "waiting_approval"]
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
    note = serializers.CharField(required=False, max_length=500, default="")


class NewToolSerializer(ToolChangeSerializer):
    slug = serializers.CharField(max_length=64)


class RunRequestSerializer(StrictSerializer):
    input = serializers.DictField()


class DraftSerializer(StrictSerializer):
    draft = ToolChangeSerializer(required=False)


class TestRequestSerializer(RunRequestSerializer, DraftSerializer):
    pass


class RunErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class RunResultSerializer(serializers.Serializer[Any]):
    run_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=RESULT_STATUSES)
    output = serializers.JSONField(allow_null=True)
    error = RunErrorSerializer(allow_null=True)
    duration_ms = serializers.IntegerField()


class VersionSerializer(serializers.ModelSerializer[SchemaVersion]):
    class Meta:
        model = SchemaVersion
        fields = ["role", "version_no", "hash", "schema", "author_label", "note", "created_at"]
        read_only_fields = fields
