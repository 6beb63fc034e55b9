from datetime import timedelta
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import access, keys
from accounts.api.permissions import holding
from accounts.api.serializers import (
    KeySerializer,
    KeyWithSecretSerializer,
    NewKeySerializer,
    RotateSerializer,
)
from accounts.http import principal_of
from accounts.models import ApiKey
from config.pagination import CursorPage


def _with_secret(key: ApiKey, secret: str) -> Response:
    body = {**KeySerializer(key).data, "key": secret}
    return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class KeysView(ListAPIView[ApiKey]):
    permission_classes = [holding(GET="api_keys.own.read", POST="api_keys.own.manage")]
    serializer_class = KeySerializer
    pagination_class = CursorPage
    queryset = ApiKey.objects.none()  # for the schema; `list` asks `access`

    def get_queryset(self):  # type: ignore[no-untyped-def]  # the stubs' generic return
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return access.visible_keys(principal=principal_of(self.request))

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
        data = NewKeySerializer(data=request.data)
        data.is_valid(raise_exception=True)
        return _with_secret(
            *keys.create_key(principal=principal_of(request), **data.validated_data)
        )


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
        data = RotateSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        principal = principal_of(request)
        key = access.key_to_rotate(principal=principal, key_id=key_id)
        grace = timedelta(hours=data.validated_data["grace_hours"])
        return _with_secret(*keys.rotate_key(principal=principal, key=key, grace=grace))
