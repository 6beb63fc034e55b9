from typing import Any
from urllib.parse import urlencode

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked
from accounts.http import principal_of
from tools_app.activity import ActivityFilter, activity_to_see
from tools_app.models import ToolAction, ToolChange


class ActivityQuerySerializer(serializers.Serializer[Any]):
    """A wrong filter is an error, not ignored."""

    tool = serializers.CharField(required=False, default="", max_length=64)
    action = serializers.ChoiceField(required=False, default="", choices=ToolAction.choices)
    person = serializers.UUIDField(required=False, default=None)
    since = serializers.DateTimeField(required=False, default=None)
    until = serializers.DateTimeField(required=False, default=None)
    cursor = serializers.UUIDField(required=False, default=None)
    limit = serializers.IntegerField(required=False, default=50, min_value=1, max_value=200)


class ActivityRowSerializer(serializers.ModelSerializer[ToolChange]):
    class Meta:
        model = ToolChange
        fields = [
            *("id", "action", "tool_slug", "tool_name", "actor_kind", "actor_id", "actor_label"),
            *("note", "before", "after", "revision", "created_at", "previous_hash", "hash"),
        ]
        read_only_fields = fields


class ActivityPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = ActivityRowSerializer(many=True)


PUBLISHED = OpenApiExample(
    "Published",
    {
        "next": None,
        "results": [
            {
                "id": "01a1ede4-9869-73de-8e76-aa8965aec33f",
                "action": "published",
                "tool_slug": "vendor-grade",
                "tool_name": "Vendor grade",
                "actor_kind": "user",
                "actor_id": "01a1ede4-9869-7a51-b1c4-0d5c1c5b1f7e",
                "actor_label": "Alice",
                "note": "Shorter",
                "before": {"description": "Grades a vendor by weighted criteria."},
                "after": {"description": "Grades a vendor."},
                "revision": 2,
                "created_at": "2026-03-31T09:30:00Z",
                "previous_hash": "",
                "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            }
        ],
    },
    response_only=True,
)


class ActivityView(APIView):
    permission_classes = [holding(GET="tools.tenant.update")]

    @extend_schema(
        operation_id="list_activity",
        summary="What was done to tools",
        parameters=[ActivityQuerySerializer],
        responses=ActivityPageSerializer,
        examples=[PUBLISHED],
    )
    def get(self, request: Request) -> Response:
        """Newest first: who did what to which tool, and the values that it changed, before and
        after. Rows are never changed; each carries the hash of the one before it."""
        query = asked(ActivityQuerySerializer, request)
        data = query
        limit, before = data.pop("limit"), data.pop("cursor")
        found = ActivityFilter(before=before, **data)
        rows = list(activity_to_see(principal=principal_of(request), found=found)[: limit + 1])
        page = ActivityRowSerializer(rows[:limit], many=True).data
        return Response({"next": _next(request, rows, limit), "results": page})


def _next(request: Request, rows: list[ToolChange], limit: int) -> str | None:
    if len(rows) <= limit:
        return None
    query = {**request.query_params.dict(), "cursor": str(rows[limit - 1].pk)}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
