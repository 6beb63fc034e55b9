"""DRF's permission classes. A view that declares none is closed."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.principal import Principal

if TYPE_CHECKING:
    # Importing it reads DRF's settings, which name the classes below.
    from rest_framework.views import APIView


class DenyUnlessDeclared(BasePermission):
    message = "This endpoint declares no permission, so nobody may use it."

    def has_permission(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002 - DRF's
        return False


class AnyPrincipal(BasePermission):
    """Whoever is signed in or brings a key, whatever it may do."""

    def has_permission(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002
        return isinstance(request.auth, Principal)


def holding(**rights: str) -> type[BasePermission]:
    """The right that each method needs: `holding(GET="api_keys.own.read", …)`."""

    class Holding(BasePermission):
        def has_permission(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002
            if not isinstance(request.auth, Principal):
                return False
            if right := rights.get(request.method or ""):
                request.auth.require(right)
            return True

    # For whoever offers the endpoint elsewhere.
    Holding.rights = rights  # type: ignore[attr-defined]
    return Holding
