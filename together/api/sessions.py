"""Group sessions over REST: start, look, end."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from config.pagination import CursorPage
from sessions_app.events import Source
from together import access, sessions
from together.api.serializers import GroupQuerySerializer, GroupSerializer, NewGroupSerializer
from together.models import GroupSession
from together.models.group import STATUSES

OF_LOG = {kept.value: status for status, kept in STATUSES.items()}


class GroupPage(CursorPage):
    ordering = ("-session_id",)


class GroupsView(ListAPIView[GroupSession]):
    permission_classes = [holding(GET=access.SEE, POST=access.START)]
    serializer_class = GroupSerializer
    pagination_class = GroupPage
    queryset = GroupSession.objects.none()  # for the schema; `list` asks `access`

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        query = GroupQuerySerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        rows = access.visible_groups(principal=principal_of(self.request))
        if query.validated_data["tool"]:
            rows = rows.filter(tool_slug=query.validated_data["tool"])
        if query.validated_data["status"]:
            rows = rows.filter(session__status=OF_LOG[query.validated_data["status"]])
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
        data = NewGroupSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        given = dict(data.validated_data)
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
