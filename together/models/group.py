"""A session in which several people answer with one tool."""

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models

from sessions_app.models import Session
from tools_app.definitions import LONGEST_SLUG

LARGEST_GROUP = 1000


class Join(models.TextChoices):
    TEAM = "team", "Everybody in the workspace"
    PEOPLE = "people", "Only these people"
    LINK = "link", "Only guests with the share link"


class Answers(models.TextChoices):
    NAMED = "named", "Shown with names"
    ANONYMOUS = "anonymous", "Shown without names"
    HIDDEN = "hidden", "Not shown"


class Status(models.TextChoices):
    ACTIVE = "active", "Active"
    COMPLETED = "completed", "Closed"
    CANCELLED = "cancelled", "Cancelled"


# A group's session stands where its session of the log stands; there is no second truth.
STATUSES = {
    Session.Status.RUNNING.value: Status.ACTIVE,
    Session.Status.COMPLETED.value: Status.COMPLETED,
    Session.Status.CANCELLED.value: Status.CANCELLED,
}


class GroupSession(models.Model):
    """Its id, title, status, creator and time are the session's, which has its events."""

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.PROTECT, related_name="group"
    )
    tool_slug = models.CharField(max_length=LONGEST_SLUG)
    # What every participant's form starts with.
    config = models.JSONField(default=dict)
    join = models.CharField(max_length=10, choices=Join, default=Join.TEAM)
    people = ArrayField(models.UUIDField(), default=list)
    answers = models.CharField(max_length=10, choices=Answers, default=Answers.NAMED)
    # With fewer answers than this, nobody sees any but their own.
    min_group = models.PositiveSmallIntegerField(default=1)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "group_sessions"
        ordering = ["-session_id"]
        default_permissions = ()
        indexes = [models.Index("tool_slug", models.F("session_id").desc(), name="groups_tool")]

    def __str__(self) -> str:
        return self.title

    @property
    def id(self) -> UUID:
        return self.session_id

    @property
    def title(self) -> str:
        return self.session.title

    @property
    def status(self) -> Status:
        return STATUSES.get(self.session.status, Status.ACTIVE)

    @property
    def is_active(self) -> bool:
        return self.status == Status.ACTIVE

    @property
    def version(self) -> int:
        """Goes up with whatever happens in the session."""
        return self.session.events_count
