from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import holding
from agents.api.configured import FamilyView, ManyView, OneView, VersionsView
from agents.api.serializers import (
    AgentChangeSerializer,
    AgentSerializer,
    ConfigVersionSerializer,
    NewAgentSerializer,
)
from agents.families import AGENTS


class _Agent(FamilyView):
    family = AGENTS
    shown = AgentSerializer
    new = NewAgentSerializer
    change = AgentChangeSerializer


class AgentsView(_Agent, ManyView):
    permission_classes = [holding(GET=AGENTS.read, POST=AGENTS.create)]

    @extend_schema(
        operation_id="list_agents", summary="List agents", responses=AgentSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        return self.listed(request)

    @extend_schema(
        operation_id="create_agent",
        summary="Make an agent",
        request=NewAgentSerializer,
        responses={201: AgentSerializer},
    )
    def post(self, request: Request) -> Response:
        return self.made(request)


class AgentView(_Agent, OneView):
    permission_classes = [holding(GET=AGENTS.read, PATCH=AGENTS.update, DELETE=AGENTS.delete)]

    @extend_schema(operation_id="get_agent", summary="One agent", responses=AgentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self.found(request, slug)

    @extend_schema(
        operation_id="change_agent",
        summary="Change an agent",
        request=AgentChangeSerializer,
        responses=AgentSerializer,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Each save is kept as a version. With `If-Match`, only what you have seen is changed."""
        return self.changed(request, slug)

    @extend_schema(operation_id="delete_agent", summary="Delete an agent", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        return self.deleted(request, slug)


class AgentVersionsView(_Agent, VersionsView):
    permission_classes = [holding(GET=AGENTS.read)]

    @extend_schema(
        operation_id="list_agent_versions",
        summary="The history of an agent",
        responses=ConfigVersionSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Newest first."""
        return self.listed(request, slug)
