from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from agents import access, connections
from agents.api.serializers import (
    ConnectionChangeSerializer,
    ConnectionSerializer,
    NewConnectionSerializer,
    TrialSerializer,
)
from agents.trying import try_connection

READ, MANAGE = "connections.tenant.read", "connections.tenant.manage"


class ConnectionsView(APIView):
    permission_classes = [holding(GET=READ, POST=MANAGE)]

    @extend_schema(
        operation_id="list_connections",
        summary="List model connections",
        responses=ConnectionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The default first. `has_key` says whether a key is kept; the key is never shown."""
        rows = access.visible_connections(principal=principal_of(request))
        return Response(ConnectionSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="create_connection",
        summary="Set up a model connection",
        request=NewConnectionSerializer,
        responses={201: ConnectionSerializer},
    )
    def post(self, request: Request) -> Response:
        data = sent(NewConnectionSerializer, request)
        row = connections.create_connection(principal=principal_of(request), **data)
        return Response(ConnectionSerializer(row).data, status.HTTP_201_CREATED)


class ConnectionView(APIView):
    permission_classes = [holding(GET=READ, PATCH=MANAGE, DELETE=MANAGE)]

    @extend_schema(
        operation_id="get_connection",
        summary="One model connection",
        responses=ConnectionSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        row = access.connection_to_see(principal=principal_of(request), slug=slug)
        return Response(ConnectionSerializer(row).data)

    @extend_schema(
        operation_id="change_connection",
        summary="Change a model connection",
        request=ConnectionChangeSerializer,
        responses=ConnectionSerializer,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """A change of the host asks for the key again: it was given for another one."""
        principal = principal_of(request)
        row = access.connection_to_manage(principal=principal, slug=slug)
        data = sent(ConnectionChangeSerializer, request)
        row = connections.change_connection(principal=principal, connection=row, **data)
        return Response(ConnectionSerializer(row).data)

    @extend_schema(
        operation_id="delete_connection",
        summary="Remove a model connection",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str) -> Response:
        principal = principal_of(request)
        row = access.connection_to_manage(principal=principal, slug=slug)
        connections.delete_connection(principal=principal, connection=row)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TryConnectionView(APIView):
    permission_classes = [holding(POST=MANAGE)]

    @extend_schema(
        operation_id="try_connection",
        summary="Try a model connection",
        request=None,
        responses=TrialSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Asks its default model one short question. 200 whether it answers or not: `ok` says."""
        principal = principal_of(request)
        row = access.connection_to_manage(principal=principal, slug=slug)
        return Response(asdict(try_connection(principal=principal, connection=row)))
