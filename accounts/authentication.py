"""Who is calling, by the session of a browser. (By an API key: `accounts.api.authentication`.)"""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
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
        set_principal(request, _signed_in(request))
        return self.get_response(request)


def _signed_in(request: HttpRequest) -> Principal | None:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = request.user
    return principal_of_user(user) if isinstance(user, User) else None


def set_principal(request: HttpRequest, principal: Principal | None) -> None:
    request.principal = principal  # type: ignore[attr-defined]  # accounts.http.VisitorRequest
    bind(principal=str(principal) if principal else None)
