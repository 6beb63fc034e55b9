"""What a request of the API says, checked by a serializer. What is wrong becomes a 400 that names each
field."""

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import Serializer


def sent(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body."""
    return _checked(serializer(data=request.data))


def asked(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The parameters of the address."""
    return _checked(serializer(data=request.query_params))


def _checked(data: Serializer[Any]) -> dict[str, Any]:
    data.is_valid(raise_exception=True)
    return dict(data.validated_data)
