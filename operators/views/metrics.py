from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from config.errors import NotFound
from config.metrics import exposition
from tenants.context import current_tenant


class MetricsView(APIView):
    """Prometheus signs in with an API key of the platform that has the scope `platform:read`."""

    permission_classes = [holding(GET="tenants.platform.read")]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse | Response:  # noqa: ARG002 - DRF's signature
        if not current_tenant().is_platform:
            raise NotFound
        return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")
