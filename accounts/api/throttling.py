"""How often a principal may call the API. Counted in Redis, so it holds across processes."""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.principal import Principal
from config.ratelimit import MinuteAllowance
from tenants.cache import tenant_key

if TYPE_CHECKING:
    from rest_framework.views import APIView

allowance = MinuteAllowance()


class ApiThrottle(BaseThrottle):
    """So many requests a minute for each principal."""

    def allow_request(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002 - DRF's
        if not isinstance(request.auth, Principal):
            return True
        key = tenant_key("api", str(request.auth))
        return allowance.take(key, limit=settings.API_REQUESTS_PER_MINUTE)

    def wait(self) -> float:
        return allowance.seconds_left()
