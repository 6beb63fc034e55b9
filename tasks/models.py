"""Tasks: work for a person that a tool's run asks for.

Nothing here refers to people or runs by foreign key: a task outlives what it names.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from config.ids import uuid7


class Task(models.Model):
    """`contract` is the output schema of the tool as it was: what the person has to hand in."""

    class Assignee(models.TextChoices):
        HUMAN = "human", "A person or a role"
        AGENT = "agent", "An agent"
        NONE = "none", "Anybody"

    class Status(models.TextChoices):
        PENDING = "pending", "To do"
        IN_PROGRESS = "in_progress", "In progress"
        COMPLETED = "completed", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    OPEN = (Status.PENDING, Status.IN_PROGRESS)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    instructions = models.TextField()
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    assignee_kind = models.CharField(max_length=8, choices=Assignee)
    assignee_label = models.CharField(max_length=200, blank=True)
    assignee_id = models.UUIDField(null=True)
    assignee_role = models.CharField(max_length=10, blank=True)
    # -- The run that asks for it
    run_id = models.UUIDField(unique=True)
    session_id = models.UUIDField()
    tool_slug = models.CharField(max_length=64)
    tool_name = models.CharField(max_length=100)
    is_test = models.BooleanField(default=False)
    # The run goes on when the task is done; otherwise it ended when the task was made.
    run_waits = models.BooleanField()
    contract = models.JSONField()
    created_by_label = models.CharField(max_length=300)
    user_id = models.UUIDField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    # -- What became of it
    claimed_by_id = models.UUIDField(null=True)
    claimed_by_label = models.CharField(max_length=300, blank=True)
    finished_by_label = models.CharField(max_length=300, blank=True)
    finished_at = models.DateTimeField(null=True)
    output = models.JSONField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        db_table = "tasks"
        ordering = ["-id"]
        default_permissions = ()
        indexes = [
            models.Index(
                "due_at", name="tasks_open", condition=Q(status__in=["pending", "in_progress"])
            ),
            models.Index("user_id", F("id").desc(), name="tasks_user"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_late(self) -> bool:
        return self.due_at is not None and self.due_at <= timezone.now()

    @property
    def is_open(self) -> bool:
        return self.status in Task.OPEN and not self.is_late

    @property
    def is_claimed(self) -> bool:
        return self.status == Task.Status.IN_PROGRESS

    @property
    def for_whom(self) -> str:
        return self.assignee_label or "Anybody who works on tasks"
