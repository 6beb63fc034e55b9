"""Shapes of models and agents."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from agents.models import ConfigVersion, ModelConnection
from agents.models.connection import LONGEST_MODEL, MOST_MODELS
from agents.usage import AXES

PROVIDERS = [(value, value) for value in ModelConnection.Provider.values]


class ConnectionSerializer(serializers.ModelSerializer[ModelConnection]):
    has_key = serializers.BooleanField(read_only=True)
    provider = serializers.ChoiceField(choices=PROVIDERS, read_only=True)

    class Meta:
        model = ModelConnection
        fields = [
            *("id", "slug", "name", "provider", "base_url", "has_key"),
            *("default_model", "allowed_models", "takes_schemas", "enabled", "is_default"),
            *("token_budget", "window_minutes"),
            *("price_input", "price_output", "price_cached", "currency"),
            *("created_at", "updated_at"),
        ]
        read_only_fields = fields


class ConnectionChangeSerializer(StrictSerializer):
    """`key` is written and never read; an empty one removes it."""

    name = serializers.CharField(required=False, max_length=100)
    provider = serializers.ChoiceField(required=False, choices=PROVIDERS)
    base_url = serializers.CharField(required=False, max_length=500, allow_blank=True)
    key = serializers.CharField(
        required=False, max_length=1000, allow_blank=True, write_only=True, trim_whitespace=False
    )
    default_model = serializers.CharField(
        required=False, max_length=LONGEST_MODEL, allow_blank=True
    )
    allowed_models = serializers.ListField(
        required=False,
        child=serializers.CharField(max_length=LONGEST_MODEL),
        max_length=MOST_MODELS,
    )
    takes_schemas = serializers.BooleanField(required=False)
    enabled = serializers.BooleanField(required=False)
    is_default = serializers.BooleanField(required=False)
    token_budget = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    window_minutes = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    price_input = serializers.DecimalField(
        required=False, allow_null=True, max_digits=10, decimal_places=4, min_value=0
    )
    price_output = serializers.DecimalField(
        required=False, allow_null=True, max_digits=10, decimal_places=4, min_value=0
    )
    price_cached = serializers.DecimalField(
        required=False, allow_null=True, max_digits=10, decimal_places=4, min_value=0
    )
    currency = serializers.RegexField("^[A-Z]{3}$", required=False)


class NewConnectionSerializer(ConnectionChangeSerializer):
    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=100)
    provider = serializers.ChoiceField(choices=PROVIDERS)


class TrialSerializer(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    model = serializers.CharField()
    words = serializers.CharField()
    milliseconds = serializers.IntegerField()


class ConfiguredSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    instructions = serializers.CharField()
    enabled = serializers.BooleanField()
    revision = serializers.IntegerField()
    updated_at = serializers.DateTimeField()


class AgentSerializer(ConfiguredSerializer):
    model = serializers.CharField()
    config = serializers.JSONField()
    is_system = serializers.BooleanField()


class SkillSerializer(ConfiguredSerializer):
    category = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field, not the option
    user_invocable = serializers.BooleanField()


class ConfiguredChangeSerializer(StrictSerializer):
    name = serializers.CharField(required=False, max_length=100)
    description = serializers.CharField(required=False, max_length=500, allow_blank=True)
    instructions = serializers.CharField(required=False, max_length=20_000, allow_blank=True)
    enabled = serializers.BooleanField(required=False)


class AgentChangeSerializer(ConfiguredChangeSerializer):
    model = serializers.CharField(required=False, max_length=200, allow_blank=True)
    config = serializers.DictField(required=False)


class SkillChangeSerializer(ConfiguredChangeSerializer):
    category = serializers.CharField(required=False, max_length=50, allow_blank=True)
    user_invocable = serializers.BooleanField(required=False)


class NewAgentSerializer(AgentChangeSerializer):
    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=100)


class NewSkillSerializer(SkillChangeSerializer):
    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=100)


class ConfigVersionSerializer(serializers.ModelSerializer[ConfigVersion]):
    class Meta:
        model = ConfigVersion
        fields = ["number", "values", "author_label", "created_at"]
        read_only_fields = fields


class UsageQuerySerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(required=False, default="model", choices=list(AXES))
    days = serializers.IntegerField(required=False, default=30, min_value=1, max_value=366)


class UsageLineSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    requests = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    cached_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.DecimalField(max_digits=20, decimal_places=6, allow_null=True)
    currency = serializers.CharField()
