"""Who is calling, by the session of a browser. (By an API key: `accounts.api.authentication`.)"""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User
from accounts.principal import Principal, principal_of_user
from config.logs import bind


class TenantBackend(ModelBackend):
    """E-mail and password within the tenant in use; brings the rights with the person."""

    def get_user(self, user_id: UUID) -> User | None:
        user = User.objects.with_groups().filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None


class PrincipalMiddleware:
    """`request.principal`: the person signed in by the session, or None. Rights are read anew for
    each request, so that a change holds from the next one on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        user = request.user
        principal = principal_of_user(user) if isinstance(user, User) else None
        set_principal(request, principal)
        return self.get_response(request)


def set_principal(request: HttpRequest, principal: Principal | None) -> None:
    request.principal = principal  # type: ignore[attr-defined]  # accounts.http.VisitorRequest
    bind(principal=str(principal) if principal else None)
