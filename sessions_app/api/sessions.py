from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import asked
from accounts.http import principal_of
from accounts.principal import Principal
from sessions_app import access, streams
from sessions_app.api.runs import EVENTS, LAST_EVENT_ID
from sessions_app.api.serializers import (
    EventQuerySerializer,
    EventSerializer,
    SessionQuerySerializer,
    SessionSerializer,
    VerificationSerializer,
)
from sessions_app.chain import first_break
from sessions_app.models import Session

READ = holding(GET="tool_sessions.own.read")


class SessionsView(FoundView[Session]):
    permission_classes = [READ]
    serializer_class = SessionSerializer
    queryset = Session.objects.none()

    def found(self, principal: Principal) -> QuerySet[Session]:
        query = asked(SessionQuerySerializer, self.request)
        return access.visible_sessions(principal=principal).filter(**_conditions(query))

    @extend_schema(
        operation_id="list_sessions", summary="List sessions", parameters=[SessionQuerySerializer]
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """One's own, newest first; everyone's for those who may see them."""
        return super().get(request, *args, **kwargs)


def _conditions(asked: dict[str, Any]) -> dict[str, Any]:
    given = {
        "session_type": asked["type"],
        "status": asked["status"],
        "user_id": asked["person"],
        "created_at__gte": asked["since"],
        "created_at__lt": asked["until"],
    }
    return {name: value for name, value in given.items() if value}


class SessionView(APIView):
    permission_classes = [READ]

    @extend_schema(operation_id="get_session", summary="One session", responses=SessionSerializer)
    def get(self, request: Request, session_id: UUID) -> Response:
        session = access.session_to_see(principal=principal_of(request), session_id=session_id)
        return Response(SessionSerializer(session).data)


class SessionEventsView(APIView):
    permission_classes = [READ]

    @extend_schema(
        operation_id="list_session_events",
        summary="The events of a session",
        parameters=[LAST_EVENT_ID, EventQuerySerializer],
        responses=EVENTS,
    )
    def get(self, request: Request, session_id: UUID) -> HttpResponseBase:
        """Of all its runs, in order, from the one after `after` on; what other people's events
        carry is for those who may see every run. With `Accept: text/event-stream` they are sent as
        they are written; a reader whose stream ends takes it up again with `Last-Event-ID`."""
        principal = principal_of(request)
        if streams.wanted(request):
            session = access.session_to_follow(principal=principal, session_id=session_id)
            after = streams.last_event_id(request)
            return streams.stream(principal=principal, session=session, after=after)
        query = asked(EventQuerySerializer, request)
        events = access.session_events_to_see(principal=principal, session_id=session_id, **query)
        return Response(EventSerializer(events, many=True).data)


class VerifySessionView(APIView):
    permission_classes = [READ]

    @extend_schema(
        operation_id="verify_session",
        summary="Verify the log of a session",
        responses=VerificationSerializer,
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        """Whether all events are as they were written, and the first that is not."""
        session = access.session_to_see(principal=principal_of(request), session_id=session_id)
        found = first_break(session)
        body = {
            "whole": found is None,
            "events": session.events_count,
            "seq": found.seq if found else None,
            "reason": found.reason if found else "",
        }
        return Response(VerificationSerializer(body).data)
