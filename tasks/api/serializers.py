"""Shapes of tasks."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from tasks.models import Task

STATUSES = [status.value for status in Task.Status]


class TaskSerializer(serializers.ModelSerializer[Task]):
    status = serializers.ChoiceField(choices=STATUSES, read_only=True)

    class Meta:
        model = Task
        fields = [
            *("id", "name", "instructions", "status", "assignee_kind", "assignee_label"),
            *("run_id", "tool_slug", "tool_name", "is_test", "run_waits", "contract"),
            *("created_by_label", "created_at", "due_at", "claimed_by_label"),
            *("finished_by_label", "finished_at", "output", "reason"),
        ]
        read_only_fields = fields


class TaskQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(required=False, default="", choices=STATUSES)
    mine = serializers.BooleanField(required=False, default=False)


class CompleteSerializer(StrictSerializer):
    output = serializers.DictField()


class DeclineTaskSerializer(StrictSerializer):
    reason = serializers.CharField(required=False, default="", max_length=500, allow_blank=True)


class EmptySerializer(StrictSerializer):
    """An empty object."""
