from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked
from accounts.http import principal_of
from sessions_app import access
from sessions_app.api.runs import filter_of, next_page
from sessions_app.api.serializers import (
    AuditPageSerializer,
    AuditQuerySerializer,
    AuditRowSerializer,
)


class AuditView(APIView):
    permission_classes = [holding(GET="audit.tenant.read")]

    @extend_schema(
        operation_id="list_audit",
        summary="The audit log",
        parameters=[AuditQuerySerializer],
        responses=AuditPageSerializer,
    )
    def get(self, request: Request) -> Response:
        """One row a call, newest first: who, by what way, which tool, how it ended, and the SHA-256
        of the arguments (RFC 8785). Never the arguments."""
        query = asked(AuditQuerySerializer, request)
        limit = query["limit"]
        found = filter_of({"text": "", **query})
        rows = access.audit_to_read(principal=principal_of(request), found=found)
        page = AuditRowSerializer(rows[:limit], many=True).data
        return Response({"next": next_page(request, rows, limit), "results": page})
