"""Answers over REST, and what they say together."""

from dataclasses import asdict
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from accounts.principal import Principal
from sessions_app.events import Source
from together import access, submissions
from together.api.serializers import (
    AggregateSerializer,
    SeenSerializer,
    SubmissionRequestSerializer,
    SubmissionSerializer,
)
from together.models import GroupSession, Submission
from together.room import room_to_see
from together.seen import Seen, seen
from tools_app.api.runs import IDEMPOTENCY, idempotency_key


class SubmissionsView(APIView):
    permission_classes = [holding(GET=access.SEE, POST=access.JOIN)]

    @extend_schema(
        operation_id="list_submissions",
        summary="The answers of a group session",
        responses=SeenSerializer,
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        """As the creator chose to show them."""
        principal = principal_of(request)
        group, found, rows = _seen(principal, session_id)
        mine = _mine(principal, rows)
        body = {
            "version": group.version,
            "count": found.count,
            "least": found.least,
            "participants": [
                {"name": name, "kind": kind, "at": at} for name, kind, at in found.who
            ],
            "answers": [asdict(answer) for answer in found.answers],
            "mine": mine,
        }
        return Response(SeenSerializer(body).data)

    @extend_schema(
        operation_id="submit",
        summary="Answer in a group session",
        parameters=[IDEMPOTENCY],
        request=SubmissionRequestSerializer,
        responses={200: SubmissionSerializer},
    )
    def post(self, request: Request, session_id: UUID) -> Response:
        """One answer a participant: sending again replaces it while the session is active. A tool
        that fails is a 422 with its code, and counts for nothing."""
        data = sent(SubmissionRequestSerializer, request)
        principal = principal_of(request)
        group = access.group_to_join(principal=principal, session_id=session_id)
        made = submissions.submit(
            principal=principal,
            group=group,
            payload=data["input"],
            source=Source.API,
            idempotency_key=idempotency_key(request),
        )
        return Response(SubmissionSerializer(made).data)


def _seen(principal: Principal, session_id: UUID) -> tuple[GroupSession, Seen, list[Submission]]:
    room = room_to_see(principal=principal, session_id=session_id)
    rows = access.submissions_of(room.group)
    return room.group, seen(room.group, room.tool, rows), rows


def _mine(principal: Principal, rows: list[Submission]) -> Submission | None:
    who = submissions.participant_of(principal)
    return next((each for each in rows if each.participant_id == who), None)


class AggregateView(APIView):
    permission_classes = [holding(GET=access.SEE)]

    @extend_schema(
        operation_id="get_aggregate",
        summary="What the answers say together",
        responses=AggregateSerializer,
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        """Worked out from all answers that count now; their order changes nothing."""
        group, found, _ = _seen(principal_of(request), session_id)
        body = {
            "version": group.version,
            "count": found.count,
            "least": found.least,
            "output": found.together.output if found.together else None,
            "trouble": found.trouble,
        }
        return Response(AggregateSerializer(body).data)
