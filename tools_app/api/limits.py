from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.api.serializers import StrictSerializer
from accounts.http import principal_of
from sessions_app.models import RunLimit
from tools_app.limits import limits_to_see, set_limits


class LimitsSerializer(StrictSerializer):
    at_once = serializers.IntegerField(allow_null=True)
    timeout_seconds = serializers.IntegerField(allow_null=True)


def _shown(limit: RunLimit) -> dict[str, Any]:
    return {"at_once": limit.at_once, "timeout_seconds": limit.timeout_seconds}


class ToolLimitsView(APIView):
    permission_classes = [holding(GET="tools.tenant.update", PUT="tools.tenant.manage")]

    @extend_schema(
        operation_id="get_tool_limits",
        summary="How much of a tool runs at a time",
        responses=LimitsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(_shown(limits_to_see(principal=principal_of(request), slug=slug)))

    @extend_schema(
        operation_id="set_tool_limits",
        summary="Set how much of a tool runs at a time",
        request=LimitsSerializer,
        responses=LimitsSerializer,
    )
    def put(self, request: Request, slug: str) -> Response:
        """Of background runs: how many at once, and how long each may take. `null` is no limit
        but the installation's."""
        data = sent(LimitsSerializer, request)
        limit = set_limits(principal=principal_of(request), slug=slug, **data)
        return Response(_shown(limit))
