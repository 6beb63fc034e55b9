"""Group sessions over REST: start, look, end."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import asked, sent
from accounts.http import principal_of
from accounts.principal import Principal
from config.pagination import CursorPage
from sessions_app.events import Source
from together import access, sessions
from together.api.serializers import GroupQuerySerializer, GroupSerializer, NewGroupSerializer
from together.models import GroupSession
from together.models.group import STATUSES

OF_LOG = {kept.value: status for status, kept in STATUSES.items()}


class GroupPage(CursorPage):
    ordering = ("-session_id",)


class GroupsView(FoundView[GroupSession]):
    permission_classes = [holding(GET=access.SEE, POST=access.START)]
    serializer_class = GroupSerializer
    pagination_class = GroupPage
    queryset = GroupSession.objects.none()

    def found(self, principal: Principal) -> QuerySet[GroupSession]:
        query = asked(GroupQuerySerializer, self.request)
        rows = access.visible_groups(principal=principal)
        if query["tool"]:
            rows = rows.filter(tool_slug=query["tool"])
        if query["status"]:
            rows = rows.filter(session__status=OF_LOG[query["status"]])
        return rows

    @extend_schema(
        operation_id="list_group_sessions",
        summary="List group sessions",
        parameters=[GroupQuerySerializer],
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Those you may see, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="start_group_session",
        summary="Start a group session",
        request=NewGroupSerializer,
        responses={201: GroupSerializer},
    )
    def post(self, request: Request) -> Response:
        """With a collaborative tool. `config` is what every participant's form starts with; with
        fewer answers than `min_group` nobody sees any but their own."""
        given = sent(NewGroupSerializer, request)
        group = sessions.start_session(
            principal=principal_of(request), slug=given.pop("tool"), source=Source.API, **given
        )
        return Response(GroupSerializer(group).data, status.HTTP_201_CREATED)


class GroupView(APIView):
    permission_classes = [holding(GET=access.SEE)]

    @extend_schema(
        operation_id="get_group_session", summary="One group session", responses=GroupSerializer
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        group = access.group_to_see(principal=principal_of(request), session_id=session_id)
        return Response(GroupSerializer(group).data)


class CompleteView(APIView):
    permission_classes = [holding(POST=access.START)]

    @extend_schema(
        operation_id="complete_group_session",
        summary="Close a group session",
        request=None,
        responses=GroupSerializer,
    )
    def post(self, request: Request, session_id: UUID) -> Response:
        """It takes no more answers, and is never opened again."""
        principal = principal_of(request)
        group = access.group_to_manage(principal=principal, session_id=session_id)
        sessions.complete_session(principal=principal, group=group, source=Source.API)
        group = access.group_to_see(principal=principal, session_id=session_id)
        return Response(GroupSerializer(group).data)


class CancelView(APIView):
    permission_classes = [holding(POST=access.START)]

    @extend_schema(
        operation_id="cancel_group_session",
        summary="Cancel a group session",
        request=None,
        responses=GroupSerializer,
    )
    def post(self, request: Request, session_id: UUID) -> Response:
        principal = principal_of(request)
        group = access.group_to_manage(principal=principal, session_id=session_id)
        sessions.cancel_session(principal=principal, group=group, source=Source.API)
        group = access.group_to_see(principal=principal, session_id=session_id)
        return Response(GroupSerializer(group).data)
