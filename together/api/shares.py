"""Share links over REST."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from config.errors import NotFound
from sessions_app.events import Source
from together import access, shares
from together.api.serializers import NewShareSerializer, ShareSerializer, ShareWithUrlSerializer
from together.views.join import address_of


class ShareView(APIView):
    permission_classes = [holding(GET=access.START, POST=access.START, DELETE=access.START)]

    @extend_schema(
        operation_id="get_share", summary="The share link's facts", responses=ShareSerializer
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        """Never the link itself."""
        group = access.group_to_manage(principal=principal_of(request), session_id=session_id)
        link = access.link_of(group)
        if link is None:
            raise NotFound("This session has no share link.")
        return Response(ShareSerializer(link).data)

    @extend_schema(
        operation_id="share_group_session",
        summary="Make a share link",
        request=NewShareSerializer,
        responses={201: ShareWithUrlSerializer},
    )
    def post(self, request: Request, session_id: UUID) -> Response:
        """For guests without an account. The answer carries the link, this once; the link before
        it is dead."""
        data = sent(NewShareSerializer, request)
        principal = principal_of(request)
        group = access.group_to_manage(principal=principal, session_id=session_id)
        link, token = shares.share(principal=principal, group=group, source=Source.API, **data)
        body = {**ShareSerializer(link).data, "url": address_of(request, token)}
        headers = {"Cache-Control": "no-store"}
        return Response(body, status.HTTP_201_CREATED, headers=headers)

    @extend_schema(
        operation_id="revoke_share", summary="Revoke the share link", responses={204: None}
    )
    def delete(self, request: Request, session_id: UUID) -> Response:
        """At once; guests who are there are refused from their next request on."""
        principal = principal_of(request)
        group = access.group_to_manage(principal=principal, session_id=session_id)
        shares.revoke(principal=principal, group=group, source=Source.API)
        return Response(status=status.HTTP_204_NO_CONTENT)
