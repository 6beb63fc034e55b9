"""Shapes of proposals, of deciding them, and of what stands allowed."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from sessions_app.api.serializers import RUN_STATUSES
from tools_app.api.serializers import EFFECTS, RunErrorSerializer
from tools_app.models import ApprovalRules, Proposal, StandingGrant

STATUSES = [status.value for status in Proposal.Status]


class ChangeSerializer(serializers.Serializer[Any]):
    """One field of the target: without `before` it is new, without `after` it goes."""

    field = serializers.CharField()
    before = serializers.JSONField(required=False)
    after = serializers.JSONField(required=False)


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    tool_call_id = serializers.UUIDField(source="run_id", read_only=True)
    status = serializers.ChoiceField(choices=STATUSES, source="state", read_only=True)
    effect = serializers.ChoiceField(choices=EFFECTS, read_only=True)
    payload = serializers.JSONField(source="shown", read_only=True)
    diff = ChangeSerializer(many=True, allow_null=True, read_only=True)

    class Meta:
        model = Proposal
        fields = [
            *("id", "status", "run_id", "tool_call_id", "session_id", "tool_slug", "tool_name"),
            *("effect", "is_test", "summary", "target", "payload", "input_hash", "diff"),
            *("caller_kind", "caller_label", "user_id", "counter_of", "changed_by_label"),
            *("created_at", "expires_at", "decided_at", "decided_by_kind", "decided_by_label"),
            "reason",
        ]
        read_only_fields = fields


class ProposalQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(required=False, default="proposed", choices=[*STATUSES, "all"])
    tool = serializers.CharField(required=False, default="", max_length=64)
    run = serializers.UUIDField(required=False, default=None)


class ApproveSerializer(StrictSerializer):
    confirm = serializers.CharField(required=False, default="", max_length=200, allow_blank=True)
    always = serializers.BooleanField(required=False, default=False)


class ApplySerializer(ApproveSerializer):
    token = serializers.CharField(max_length=200)


class DeclineSerializer(StrictSerializer):
    reason = serializers.CharField(required=False, default="", max_length=500, allow_blank=True)


class CounterSerializer(StrictSerializer):
    input = serializers.DictField()


class NothingSerializer(StrictSerializer):
    """An empty object."""


class DecidedRunSerializer(serializers.Serializer[Any]):
    run_id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=RUN_STATUSES)
    output = serializers.JSONField(allow_null=True)
    error = RunErrorSerializer(allow_null=True)


class DecidedSerializer(serializers.Serializer[Any]):
    proposal = ProposalSerializer()
    run = DecidedRunSerializer(allow_null=True)


class GrantSerializer(serializers.ModelSerializer[StandingGrant]):
    class Meta:
        model = StandingGrant
        fields = [
            *("id", "tool_slug", "tool_name", "user_id", "user_label", "granted_by_label"),
            "created_at",
        ]
        read_only_fields = fields


class RulesSerializer(StrictSerializer):
    own = serializers.ChoiceField(choices=ApprovalRules.Own.choices)
    mail = serializers.ChoiceField(choices=ApprovalRules.Notify.choices)
    webhook_url = serializers.URLField(max_length=500, allow_blank=True)


class RulesWithSecretSerializer(RulesSerializer):
    webhook_secret = serializers.CharField(read_only=True)
