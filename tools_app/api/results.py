"""The result of a run, to keep."""

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from tools_app.printing import printed


class RunPdfView(APIView):
    permission_classes = [holding(GET="tool_sessions.own.read")]

    @extend_schema(
        operation_id="get_run_pdf",
        summary="The result of a run as PDF",
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        """As the page shows it, with its charts and its input. 404 for a run without a result."""
        url = request.build_absolute_uri(reverse("run", args=[run_id]))
        content = printed(principal_of(request), run_id, url=url)
        headers = {"Content-Disposition": f'attachment; filename="run-{run_id}.pdf"'}
        return HttpResponse(content, content_type="application/pdf", headers=headers)
