from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from tools_app.documents import OVERRIDABLE
from tools_app.overrides import Winner, override_to_see


class FieldStandingSerializer(serializers.Serializer[Any]):
    field = serializers.ChoiceField(choices=[(name, name) for name in OVERRIDABLE])
    code_then = serializers.JSONField(allow_null=True)
    code_now = serializers.JSONField(allow_null=True)
    platform = serializers.JSONField(allow_null=True)
    tenant = serializers.JSONField(allow_null=True)
    effective = serializers.JSONField(allow_null=True)
    winner = serializers.ChoiceField(choices=[(winner.value, winner.value) for winner in Winner])
    asks = serializers.BooleanField()


class OverrideSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    revision = serializers.IntegerField()
    definition_version = serializers.CharField()
    saved_against = serializers.CharField(allow_null=True)
    definition_changed = serializers.BooleanField()
    asks = serializers.BooleanField()
    fields = FieldStandingSerializer(many=True)  # type: ignore[assignment]  # a field, not the option


THEN = "5d41402abc4b2a76b9719d911017c592ae2f5a1f4f7c5a1c0f8c1f6f6d4b5c1e"
NOW = "7d793037a0760186574b0282f2f435e7ba2c1f3f1b7d3a2c7e9d1a4c5b6f7e8d"
BOTH_CHANGED = OpenApiExample(
    "A release changed the name too",
    {
        "slug": "quick-score",
        "revision": 1,
        "definition_version": NOW,
        "saved_against": THEN,
        "definition_changed": True,
        "asks": True,
        "fields": [
            {
                "field": "name",
                "code_then": "Quick score",
                "code_now": "Weighted score",
                "platform": None,
                "tenant": "Vendor score",
                "effective": "Vendor score",
                "winner": "tenant",
                "asks": True,
            }
        ],
    },
    response_only=True,
)


class ToolOverrideView(APIView):
    permission_classes = [holding(GET="tools.tenant.update")]

    @extend_schema(
        operation_id="get_tool_override",
        summary="What the workspace changes of a tool of the product",
        responses=OverrideSerializer,
        examples=[BOTH_CHANGED],
    )
    def get(self, request: Request, slug: str) -> Response:
        """For each field that may be overridden: what the code said when it was, what it says now,
        what the operators and the workspace say (null leaves it), and what wins. `asks` where both
        the workspace and, since then, the code changed it: PATCH the field again to keep yours, or
        send it empty to take the code's."""
        found = override_to_see(principal=principal_of(request), slug=slug)
        body = OverrideSerializer(found).data
        return Response(body, headers={"ETag": f'"{found.revision}"'})
