from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from sessions_app.access import run_to_see
from sessions_app.api.serializers import RunSerializer
from tools_app.execution.cancelling import cancel_run


class CancelRunView(APIView):
    permission_classes = [holding(POST="tools.team.execute")]

    @extend_schema(
        operation_id="cancel_run", summary="Cancel a run", request=None, responses=RunSerializer
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """Your own, or anyone's with `tool_sessions.tenant.manage`. From then on nothing of it
        starts and what still comes of it is dropped. A run that has ended is a 409."""
        principal = principal_of(request)
        cancel_run(principal=principal, run_id=run_id)
        return Response(RunSerializer(run_to_see(principal=principal, run_id=run_id)).data)
