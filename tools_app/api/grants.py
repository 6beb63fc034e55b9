from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.api.serializers import StrictSerializer
from accounts.http import principal_of
from tools_app import grants
from tools_app.resolved import Grants

MOST_PEOPLE = 500


class GrantsSerializer(StrictSerializer):
    people = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_PEOPLE)
    roles = serializers.ListField(child=serializers.CharField(max_length=20), max_length=10)


RESTRICTED = OpenApiExample(
    "Editors and one more person",
    {"people": ["01a1ede4-9869-73de-8e76-aa8965aec33f"], "roles": ["editor"]},
)
OPEN = OpenApiExample("Everybody with the rights", {"people": [], "roles": []})


def _body(found: Grants) -> dict[str, Any]:
    return {"people": sorted(map(str, found.users)), "roles": sorted(found.roles)}


class ToolGrantsView(APIView):
    permission_classes = [holding(GET="tools.tenant.manage", PUT="tools.tenant.manage")]

    @extend_schema(
        operation_id="get_tool_grants",
        summary="Who may run a tool",
        responses=GrantsSerializer,
        examples=[RESTRICTED, OPEN],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Nobody named means: everybody with the rights."""
        found = grants.grants_to_see(principal=principal_of(request), slug=slug)
        return Response(_body(found))

    @extend_schema(
        operation_id="set_tool_grants",
        summary="Set who may run a tool",
        request=GrantsSerializer,
        responses=GrantsSerializer,
        examples=[RESTRICTED, OPEN],
    )
    def put(self, request: Request, slug: str) -> Response:
        """For everyone else the tool is not there. Those who manage tools always may."""
        data = sent(GrantsSerializer, request)
        found = grants.restrict_tool(principal=principal_of(request), slug=slug, **data)
        return Response(_body(found))
