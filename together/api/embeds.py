"""Embeds over REST."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from accounts.principal import Principal
from together import access, embeds
from together.api.serializers import EmbedChangeSerializer, EmbedSerializer, NewEmbedSerializer
from together.models import Embed

PUBLISH = access.PUBLISH


def _values(data: dict[str, Any]) -> dict[str, Any]:
    values = dict(data)
    if "fields_shown" in values:
        values["fields"] = values.pop("fields_shown")
    return values


class EmbedsView(FoundView[Embed]):
    permission_classes = [holding(GET=PUBLISH, POST=PUBLISH)]
    serializer_class = EmbedSerializer
    queryset = Embed.objects.none()

    def found(self, principal: Principal) -> QuerySet[Embed]:
        return access.visible_embeds(principal=principal)

    @extend_schema(operation_id="list_embeds", summary="List embeds")
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="publish_embed",
        summary="Publish a tool as an embed",
        request=NewEmbedSerializer,
        responses={201: EmbedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Pages of these `origins` may show it at `/embed/{token}`. Visitors fill in
        `fields_shown` (all that are not internal, if empty); the rest is `preset` or default."""
        data = sent(NewEmbedSerializer, request)
        values = _values(data)
        embed = embeds.publish(principal=principal_of(request), slug=values.pop("tool"), **values)
        return Response(EmbedSerializer(embed).data, status.HTTP_201_CREATED)


class EmbedView(APIView):
    permission_classes = [holding(GET=PUBLISH, PATCH=PUBLISH, DELETE=PUBLISH)]

    @extend_schema(operation_id="get_embed", summary="One embed", responses=EmbedSerializer)
    def get(self, request: Request, embed_id: UUID) -> Response:
        embed = access.embed_to_manage(principal=principal_of(request), embed_id=embed_id)
        return Response(EmbedSerializer(embed).data)

    @extend_schema(
        operation_id="change_embed",
        summary="Change, disable or enable an embed",
        request=EmbedChangeSerializer,
        responses=EmbedSerializer,
    )
    def patch(self, request: Request, embed_id: UUID) -> Response:
        data = sent(EmbedChangeSerializer, request)
        principal = principal_of(request)
        embed = access.embed_to_manage(principal=principal, embed_id=embed_id)
        embeds.change(principal=principal, embed=embed, **_values(data))
        return Response(EmbedSerializer(embed).data)

    @extend_schema(operation_id="revoke_embed", summary="Revoke an embed", responses={204: None})
    def delete(self, request: Request, embed_id: UUID) -> Response:
        """At once and for good. The row stays, as a record."""
        principal = principal_of(request)
        embed = access.embed_to_manage(principal=principal, embed_id=embed_id)
        embeds.revoke(principal=principal, embed=embed)
        return Response(status=status.HTTP_204_NO_CONTENT)
