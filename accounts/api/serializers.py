"""Shapes of the accounts' API."""

from typing import Any

from rest_framework import serializers

from accounts.catalogue import SCOPES
from accounts.models import ApiKey
from accounts.principal import Kind

KINDS = [kind.value for kind in Kind]
KEY_STATUSES = ["active", "expired", "revoked"]


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses what it does not know: a misspelt field must not be ignored in silence."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = set(data) - set(self.fields)
            if unknown:
                errors = {name: ["There is no such field."] for name in sorted(unknown)}
                raise serializers.ValidationError(errors, code="unknown")
        return super().to_internal_value(data)


class TenantSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class MeSerializer(serializers.Serializer[Any]):
    """The principal: who the server thinks you are, and what you may do now."""

    kind = serializers.ChoiceField(choices=KINDS)
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the option
    email = serializers.EmailField()
    role = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField(), allow_null=True)
    permissions = serializers.ListField(child=serializers.CharField())
    tenant = TenantSerializer()


class KeySerializer(serializers.ModelSerializer[ApiKey]):
    owner = serializers.CharField(source="owner_label", read_only=True)
    status = serializers.ChoiceField(choices=KEY_STATUSES, read_only=True)

    class Meta:
        model = ApiKey
        fields = [
            *("id", "name", "prefix", "scopes", "owner", "status"),
            *("created_at", "expires_at", "last_used_at"),
        ]
        read_only_fields = fields


class NewKeySerializer(StrictSerializer):
    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(
        child=serializers.CharField(max_length=40), allow_empty=False, max_length=len(SCOPES)
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class KeyWithSecretSerializer(KeySerializer):
    """The only answer that carries the key itself."""

    key = serializers.CharField(read_only=True)

    class Meta(KeySerializer.Meta):
        fields = [*KeySerializer.Meta.fields, "key"]
        read_only_fields = fields


class RotateSerializer(StrictSerializer):
    grace_hours = serializers.IntegerField(min_value=0, max_value=168, default=0)
