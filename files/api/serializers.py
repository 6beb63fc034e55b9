"""Shapes of files and of sending them."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from files.storing import MEGABYTE


class UploadSerializer(StrictSerializer):
    # An empty one is refused by the service, with a code of its own.
    file = serializers.FileField(allow_empty_file=True)
    accept = serializers.CharField(
        required=False,
        default="",
        max_length=500,
        help_text="Types that are taken, by comma: `image/*, application/pdf, .csv`.",
    )
    max_size_mb = serializers.FloatField(
        required=False,
        default=None,
        min_value=1 / MEGABYTE,
        max_value=1_000_000,
        help_text="A smaller limit than the installation's; a greater one changes nothing.",
    )

    def validate_accept(self, value: str) -> list[str]:
        return [rule.strip() for rule in value.split(",") if rule.strip()]


class FileSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    size = serializers.IntegerField()
    type = serializers.CharField(help_text="As found in the content.")
    width = serializers.IntegerField(allow_null=True)
    height = serializers.IntegerField(allow_null=True)
    url = serializers.URLField(help_text="Opens the file until `expires_at`, without a key.")
    expires_at = serializers.DateTimeField()
