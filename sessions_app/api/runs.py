from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked
from accounts.http import principal_of
from sessions_app import access, streams
from sessions_app.api.serializers import (
    EventSerializer,
    RunPageSerializer,
    RunQuerySerializer,
    RunSerializer,
)
from sessions_app.audit import AuditRow
from sessions_app.runs import RunFilter, ToolRun

READ = holding(GET="tool_sessions.own.read")
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="For a stream that is taken up again: the `seq` of the last event that was seen.",
)
EVENTS = {
    (200, "application/json"): EventSerializer(many=True),
    (200, streams.MEDIA_TYPE): str,
}


def next_page(request: Request, rows: Sequence[ToolRun | AuditRow], limit: int) -> str | None:
    if len(rows) <= limit:
        return None
    query = {**request.query_params.dict(), "cursor": str(rows[limit - 1].run_id)}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")


def filter_of(data: dict[str, Any]) -> RunFilter:
    """One more than asked for says whether there is a next page."""
    names = ("tool", "status", "source", "since", "until", "text")
    return RunFilter(
        **{name: data[name] for name in names},
        user_id=data["person"],
        before=data["cursor"],
        limit=data["limit"] + 1,
    )


class RunsView(APIView):
    permission_classes = [READ]

    @extend_schema(
        operation_id="list_runs",
        summary="The history of runs",
        parameters=[RunQuerySerializer],
        responses=RunPageSerializer,
    )
    def get(self, request: Request) -> Response:
        """One's own runs, newest first; everyone's for those who may see them."""
        query = asked(RunQuerySerializer, request)
        limit = query["limit"]
        found = filter_of(query)
        rows = access.visible_runs(principal=principal_of(request), found=found)
        page = RunSerializer(rows[:limit], many=True).data
        return Response({"next": next_page(request, rows, limit), "results": page})


class RunView(APIView):
    permission_classes = [READ]

    @extend_schema(operation_id="get_run", summary="One run", responses=RunSerializer)
    def get(self, request: Request, run_id: UUID) -> Response:
        run = access.run_to_see(principal=principal_of(request), run_id=run_id)
        return Response(RunSerializer(run).data)


class RunEventsView(APIView):
    permission_classes = [READ]

    @extend_schema(
        operation_id="list_run_events",
        summary="The events of a run",
        parameters=[LAST_EVENT_ID],
        responses=EVENTS,
    )
    def get(self, request: Request, run_id: UUID) -> HttpResponseBase:
        """In order; each carries the hash of the one before it. With `Accept: text/event-stream`
        they are sent as they are written, until the run has ended; an event's id is its `seq`."""
        principal = principal_of(request)
        if not streams.wanted(request):
            events = access.events_to_see(principal=principal, run_id=run_id)
            return Response(EventSerializer(events, many=True).data)
        run = access.run_to_see(principal=principal, run_id=run_id)
        session = access.session_to_see(principal=principal, session_id=run.session_id)
        after = streams.last_event_id(request)
        return streams.stream(principal=principal, session=session, run_id=run_id, after=after)
