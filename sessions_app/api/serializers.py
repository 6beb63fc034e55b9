"""Shapes of runs, events and sessions."""

from typing import Any

from rest_framework import serializers

from sessions_app.audit import OUTCOMES
from sessions_app.events import EventType, Source
from sessions_app.models import Session, SessionEvent
from sessions_app.runs import ToolRun

SOURCES = [source.value for source in Source]
RUN_STATUSES = ["queued", "running", "waiting_approval", "success", "error", "cancelled"]


class RunSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    tool_slug = serializers.CharField()
    user_id = serializers.UUIDField()
    actor_kind = serializers.CharField()
    actor_label = serializers.CharField()
    source = serializers.ChoiceField(choices=SOURCES)  # type: ignore[assignment]  # a field, not the option
    is_test = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    input = serializers.JSONField()
    status = serializers.ChoiceField(choices=RUN_STATUSES)
    output = serializers.JSONField(allow_null=True)
    error = serializers.CharField(allow_null=True)
    error_code = serializers.CharField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    parent_run_id = serializers.UUIDField(allow_null=True)
    pdf = serializers.SerializerMethodField(
        help_text="Where the result is as PDF, if there is one."
    )

    def get_pdf(self, run: ToolRun) -> str | None:
        return f"/api/runs/{run.id}/result.pdf" if run.status == "success" else None


class RunQuerySerializer(serializers.Serializer[Any]):
    """The filters of the history; a wrong one is an error, not ignored."""

    tool = serializers.CharField(required=False, default="", max_length=64)
    status = serializers.ChoiceField(required=False, default="", choices=RUN_STATUSES)
    person = serializers.UUIDField(required=False, default=None)
    source = serializers.ChoiceField(  # type: ignore[assignment]
        required=False, default="", choices=SOURCES
    )
    since = serializers.DateTimeField(required=False, default=None)
    until = serializers.DateTimeField(required=False, default=None)
    text = serializers.CharField(required=False, default="", max_length=200)
    cursor = serializers.UUIDField(required=False, default=None)
    limit = serializers.IntegerField(required=False, default=50, min_value=1, max_value=200)


class RunPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = RunSerializer(many=True)


class AuditQuerySerializer(RunQuerySerializer):
    text = None  # type: ignore[assignment]  # the arguments are not here to be searched


class AuditRowSerializer(serializers.Serializer[Any]):
    run_id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    actor_kind = serializers.CharField()
    actor_id = serializers.UUIDField()
    actor_label = serializers.CharField()
    user_id = serializers.UUIDField()
    source = serializers.ChoiceField(choices=SOURCES)  # type: ignore[assignment]  # a field, not the option
    tool_slug = serializers.CharField()
    is_test = serializers.BooleanField()
    effect = serializers.CharField()
    verdict = serializers.CharField()
    input_hash = serializers.CharField()
    status = serializers.ChoiceField(choices=RUN_STATUSES)
    error_code = serializers.CharField(allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(choices=OUTCOMES)


class AuditPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = AuditRowSerializer(many=True)


class EventSerializer(serializers.ModelSerializer[SessionEvent]):
    type = serializers.ChoiceField(choices=[kind.value for kind in EventType])

    class Meta:
        model = SessionEvent
        fields = [
            *("id", "session_id", "seq", "type", "run_id", "tool_slug", "actor_kind", "actor_id"),
            *("actor_label", "source", "payload", "created_at", "previous_hash", "hash"),
        ]
        read_only_fields = fields


class SessionSerializer(serializers.ModelSerializer[Session]):
    class Meta:
        model = Session
        fields = [
            *("id", "session_type", "status", "title", "actor_kind", "actor_label", "user_id"),
            *("retry_of", "is_test", "events_count", "created_at"),
        ]
        read_only_fields = fields


class SessionQuerySerializer(serializers.Serializer[Any]):
    type = serializers.ChoiceField(required=False, default="", choices=Session.Type.choices)
    status = serializers.ChoiceField(required=False, default="", choices=Session.Status.choices)
    person = serializers.UUIDField(required=False, default=None)
    since = serializers.DateTimeField(required=False, default=None)
    until = serializers.DateTimeField(required=False, default=None)


class EventQuerySerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2**31 - 1)
    limit = serializers.IntegerField(required=False, default=500, min_value=1, max_value=500)


class VerificationSerializer(serializers.Serializer[Any]):
    whole = serializers.BooleanField()
    events = serializers.IntegerField()
    seq = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
