from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import access, keys
from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.api.serializers import (
    KeySerializer,
    KeyWithSecretSerializer,
    NewKeySerializer,
    RotateSerializer,
)
from accounts.http import principal_of
from accounts.models import ApiKey
from accounts.principal import Principal


def _with_secret(key: ApiKey, secret: str) -> Response:
    body = {**KeySerializer(key).data, "key": secret}
    return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class KeysView(FoundView[ApiKey]):
    permission_classes = [holding(GET="api_keys.own.read", POST="api_keys.own.manage")]
    serializer_class = KeySerializer
    queryset = ApiKey.objects.none()

    def found(self, principal: Principal) -> QuerySet[ApiKey]:
        return access.visible_keys(principal=principal)

    @extend_schema(operation_id="list_keys", summary="List API keys")
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """One's own keys, newest first; everyone's for those who may see them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_key",
        summary="Make an API key",
        request=NewKeySerializer,
        responses={201: KeyWithSecretSerializer},
    )
    def post(self, request: Request) -> Response:
        """The answer carries the key, this once. It acts for you, within its scopes."""
        data = sent(NewKeySerializer, request)
        return _with_secret(*keys.create_key(principal=principal_of(request), **data))


class KeyView(APIView):
    permission_classes = [holding(GET="api_keys.own.read", DELETE="api_keys.own.read")]

    @extend_schema(operation_id="get_key", summary="One API key", responses=KeySerializer)
    def get(self, request: Request, key_id: UUID) -> Response:
        key = access.key_to_see(principal=principal_of(request), key_id=key_id)
        return Response(KeySerializer(key).data)

    @extend_schema(operation_id="revoke_key", summary="Revoke an API key", responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        """At once and for good. The row stays, as a record."""
        keys.revoke_key(key=access.key_to_revoke(principal=principal_of(request), key_id=key_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RotateKeyView(APIView):
    permission_classes = [holding(POST="api_keys.own.manage")]

    @extend_schema(
        operation_id="rotate_key",
        summary="Rotate an API key",
        request=RotateSerializer,
        responses={201: KeyWithSecretSerializer},
    )
    def post(self, request: Request, key_id: UUID) -> Response:
        """A new key with the same name and scopes; the old one ends after the grace time."""
        data = sent(RotateSerializer, request)
        principal = principal_of(request)
        key = access.key_to_rotate(principal=principal, key_id=key_id)
        grace = timedelta(hours=data["grace_hours"])
        return _with_secret(*keys.rotate_key(principal=principal, key=key, grace=grace))
