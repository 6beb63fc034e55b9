from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from config.errors import InvalidInput
from sessions_app.events import Source
from tools_app.api.serializers import RunRequestSerializer, RunResultSerializer
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.run import run_tool

LONGEST_KEY = 200
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The same key and body give the same run; another body is a 409.",
)


def _answer(result: RunResult) -> Response:
    waits = result.status == RunStatus.WAITING
    return Response(asdict(result), status.HTTP_202_ACCEPTED if waits else status.HTTP_200_OK)


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST_KEY:
        words = f"At most {LONGEST_KEY} characters."
        raise InvalidInput(words, code="idempotency_key_too_long")
    return key


class RunToolView(APIView):
    permission_classes = [holding(POST="tools.team.execute")]
    is_test = False

    @extend_schema(
        operation_id="run_tool",
        summary="Run a tool",
        parameters=[IDEMPOTENCY],
        request=RunRequestSerializer,
        responses={200: RunResultSerializer, 202: RunResultSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """200 with the result, also of a run that failed (`status` says so); 202 where a human must
        agree first. Invalid input is a 400 with the JSON pointer of each fault."""
        data = RunRequestSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        values: dict[str, Any] = data.validated_data
        result = run_tool(
            principal=principal_of(request),
            slug=slug,
            payload=values["input"],
            source=Source.API,
            is_test=self.is_test,
            idempotency_key=_key(request),
        )
        return _answer(result)


class TestToolView(RunToolView):
    """A test is recorded, flagged, and kept out of the history."""

    permission_classes = [holding(POST="tools.tenant.update")]
    is_test = True

    @extend_schema(
        operation_id="test_tool",
        summary="Test a tool",
        parameters=[IDEMPOTENCY],
        request=RunRequestSerializer,
        responses={200: RunResultSerializer, 202: RunResultSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        return super().post(request, slug)
