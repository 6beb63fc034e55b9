from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from config.errors import Fault, InvalidInput, escape_pointer
from config.parsers import json_body
from sessions_app import streams
from sessions_app.access import session_to_see
from sessions_app.events import Source
from tools_app.api import examples
from tools_app.api.preferences import PREFERENCES, preferred
from tools_app.api.serializers import (
    DraftSerializer,
    RunRequestSerializer,
    RunResultSerializer,
    TestRequestSerializer,
)
from tools_app.approvals.ticket import Ticket
from tools_app.execution.result import RunResult
from tools_app.execution.run import run_tool

LONGEST_KEY = 200
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The same key and body give the same run; another body is a 409.",
)


_written = JSONEncoder().encode


def answer(result: RunResult) -> HttpResponse:
    """Written here and not by DRF's renderer: it is on the path of every run."""
    body = {
        "run_id": str(result.run_id),
        "session_id": str(result.session_id),
        "status": result.status,
        "output": result.output,
        "error": asdict(result.error) if result.error else None,
        "duration_ms": result.duration_ms,
        "proposal": _ticket(result.proposal) if result.proposal else None,
    }
    text = _written(body).encode()
    headers = result.budget.headers if result.budget else {}
    if not result.status.is_open:
        return HttpResponse(text, content_type="application/json", headers=headers)
    headers = {**headers, "Location": reverse("api-run", args=[result.run_id])}
    code = HTTPStatus.ACCEPTED
    return HttpResponse(text, content_type="application/json", status=code, headers=headers)


def _ticket(ticket: Ticket) -> dict[str, Any]:
    return {
        **asdict(ticket),
        "id": str(ticket.id),
        "expires_at": ticket.expires_at.isoformat(),
        "url": reverse("proposal", args=[ticket.id]),
    }


def _sent(body: Any, *known: str) -> dict[str, Any]:
    """By hand, because it is on the path of every run: an `input`, and what else is known here."""
    if not isinstance(body, dict):
        raise InvalidInput(faults=[Fault("", "type", "Send an object with an `input`.")])
    faults = [
        Fault(f"/{escape_pointer(name)}", "unknown", "There is no such field.")
        for name in body
        if name not in known
    ]
    if not isinstance(body.get("input"), dict):
        faults.append(Fault("/input", "required", "The tool's input, an object, is needed."))
    if faults:
        raise InvalidInput(faults=faults)
    return body


def idempotency_key(request: Request) -> str:
    key: str = request._request.META.get("HTTP_IDEMPOTENCY_KEY", "")
    if len(key) > LONGEST_KEY:
        words = f"At most {LONGEST_KEY} characters."
        raise InvalidInput(words, code="idempotency_key_too_long")
    return key


class RunToolView(APIView):
    permission_classes = [holding(POST="tools.team.execute")]

    @extend_schema(
        operation_id="run_tool",
        summary="Run a tool",
        parameters=[IDEMPOTENCY, *PREFERENCES],
        request=RunRequestSerializer,
        responses={200: RunResultSerializer, 202: RunResultSerializer},
        examples=[examples.RUN, examples.DONE, examples.FAILED, examples.WAITS],
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """200 with the result, also of a run that failed (`status` says so); 202 where a human must
        agree first, or a worker carries it out: follow `Location`, or its events. Invalid input is
        a 400 with the JSON pointer of each fault."""
        result = run_tool(
            principal=principal_of(request),
            slug=slug,
            payload=_sent(json_body(request), "input")["input"],
            source=Source.API,
            idempotency_key=idempotency_key(request),
            **preferred(request),
        )
        return answer(result)


class TestToolView(APIView):
    permission_classes = [holding(POST="tools.tenant.update")]

    @extend_schema(
        operation_id="test_tool",
        summary="Test a tool",
        parameters=[IDEMPOTENCY, *PREFERENCES],
        request=TestRequestSerializer,
        responses={200: RunResultSerializer, 202: RunResultSerializer},
        examples=[examples.TEST, examples.DONE],
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Recorded, flagged as a test, and kept out of the history. With a `draft`, this is what
        the tool would do with those changes; the slug may be one that is not saved yet."""
        sent = _sent(request.data, "input", "draft")
        result = run_tool(
            principal=principal_of(request),
            slug=slug,
            payload=sent["input"],
            source=Source.API,
            is_test=True,
            draft=_draft(sent["draft"]) if "draft" in sent else None,
            idempotency_key=idempotency_key(request),
            **preferred(request),
        )
        return answer(result)


class StreamTestView(APIView):
    permission_classes = [holding(POST="tools.tenant.update")]

    @extend_schema(
        operation_id="test_tool_stream",
        summary="Test a tool and follow it",
        request=TestRequestSerializer,
        responses={(200, streams.MEDIA_TYPE): str},
        examples=[examples.TEST],
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        """As a test; the answer is the stream of the run's events, until it has ended. A stream
        that breaks is taken up again at `/api/runs/{id}/events`."""
        sent = _sent(request.data, "input", "draft")
        principal = principal_of(request)
        result = run_tool(
            principal=principal,
            slug=slug,
            payload=sent["input"],
            source=Source.API,
            is_test=True,
            draft=_draft(sent["draft"]) if "draft" in sent else None,
            idempotency_key=idempotency_key(request),
        )
        session = session_to_see(principal=principal, session_id=result.session_id)
        return streams.stream(principal=principal, session=session, run_id=result.run_id)


def _draft(given: Any) -> dict[str, Any]:
    data = DraftSerializer(data={"draft": given})
    data.is_valid(raise_exception=True)
    draft: dict[str, Any] = data.validated_data["draft"]
    draft.pop("note", None)
    return draft
