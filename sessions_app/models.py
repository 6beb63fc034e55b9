"""Sessions and their events: the truth about every run.

Events are append-only; a trigger in the database refuses to change or delete one. Nothing here
refers to people or tools by foreign key: history outlives what it names.
"""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q

from config.ids import uuid7
from sessions_app.events import TERMINAL, EventType, Source

if TYPE_CHECKING:
    from sessions_app.log import Head


def event_types() -> list[tuple[str, str]]:
    """Asked for, so that a new kind of event changes no table."""
    return [(kind.value, kind.label) for kind in EventType]


STARTED = Q(type=EventType.STARTED, is_test=False)


class Session(models.Model):
    class Type(models.TextChoices):
        AGENT = "agent", "Agent"
        RESPONSE = "response", "Response"
        TOOL = "tool", "Tool"
        MIXED = "mixed", "Mixed"

    class Status(models.TextChoices):
        PENDING = "pending", "Pending"
        RUNNING = "running", "Running"
        WAITING = "waiting_approval", "Waits for approval"
        COMPLETED = "completed", "Completed"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    session_type = models.CharField(max_length=10, choices=Type)
    status = models.CharField(max_length=20, choices=Status)
    title = models.CharField(max_length=200, blank=True)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField()
    actor_label = models.CharField(max_length=300)
    user_id = models.UUIDField()
    # A retry makes a new session; a terminal one never reopens.
    retry_of = models.UUIDField(null=True, blank=True)
    is_test = models.BooleanField(default=False)
    # The end of the chain: what is cut off its end is missed too.
    events_count = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "sessions"
        ordering = ["-id"]
        indexes = [
            models.Index("user_id", F("id").desc(), name="sessions_user"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class SessionEvent(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # No index of its own: the constraint below begins with it. No check by the database either:
    # the log writes an event with its session, or under the lock of its row, and none is deleted.
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,
        db_constraint=False,
    )
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=30, choices=event_types)
    run_id = models.UUIDField()
    tool_slug = models.CharField(max_length=64)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField()
    actor_label = models.CharField(max_length=300)
    user_id = models.UUIDField()
    source = models.CharField(
        max_length=10, choices=[(source.value, source.value) for source in Source]
    )
    is_test = models.BooleanField(default=False)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "session_events"
        ordering = ["session", "seq"]
        constraints = [
            models.UniqueConstraint("session", "seq", name="one_event_a_place"),
            # A run ends once, whoever writes the end.
            models.UniqueConstraint(
                "run_id",
                condition=Q(type__in=[kind.value for kind in TERMINAL]),
                name="one_end_a_run",
            ),
        ]
        indexes = [
            models.Index("run_id", "seq", name="events_run"),
            models.Index(F("id").desc(), name="runs_newest", condition=STARTED),
            models.Index("tool_slug", F("id").desc(), name="runs_tool", condition=STARTED),
            models.Index("user_id", F("id").desc(), name="runs_user", condition=STARTED),
            models.Index("source", F("id").desc(), name="runs_source", condition=STARTED),
            models.Index(
                "type", F("run_id").desc(), name="runs_by_end", condition=Q(is_test=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.seq} {self.type}"


class PendingRun(models.Model):
    """Work that has been accepted and not done: empty when nothing runs.

    A worker claims a row by a lease. `attempt` goes up with each claim and must be the same when
    the result is written: a worker that lost its lease cannot write one.
    """

    run_id = models.UUIDField(primary_key=True)
    session_id = models.UUIDField()
    tool_slug = models.CharField(max_length=64)
    # What to do, and for whom (tools_app.execution.work).
    work = models.JSONField()
    # Whether it may be begun again when nobody knows how far it came.
    repeatable = models.BooleanField()
    attempt = models.PositiveIntegerField(default=0)
    # Attempts that came to nothing: a worker died, or what the tool needs was away.
    failures = models.PositiveIntegerField(default=0)
    # Empty: nobody works on it. Past: whoever did is gone.
    lease_until = models.DateTimeField(null=True)
    not_before = models.DateTimeField()
    deadline = models.DateTimeField()
    # Waits until somebody finishes it, or finishes what it waits for.
    suspended = models.BooleanField(default=False)
    # Being carried out by the request itself, not by a worker.
    inline = models.BooleanField(default=False)

    # Set by a claim: what the workspace allows the tool, and where the session stands.
    timeout_seconds: int | None = None
    head: "Head | None" = None

    class Meta:
        db_table = "pending_runs"
        default_permissions = ()
        indexes = [
            models.Index("not_before", "run_id", name="pending_due", condition=Q(suspended=False)),
            models.Index(
                "tool_slug", name="pending_leased", condition=Q(lease_until__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}, attempt {self.attempt}"


class RunLimit(models.Model):
    """How many background runs of a tool go on at a time, and how long one may take."""

    tool_slug = models.CharField(max_length=64, primary_key=True)
    at_once = models.PositiveSmallIntegerField(null=True)
    timeout_seconds = models.PositiveIntegerField(null=True)

    class Meta:
        db_table = "run_limits"
        default_permissions = ()

    def __str__(self) -> str:
        return self.tool_slug
