"""Shapes of group sessions, their answers, share links and embeds."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictSerializer
from together.models import Answers, Embed, GroupSession, Join, ShareLink
from together.models.embed import Theme
from together.models.group import LARGEST_GROUP, Status
from together.sessions import LONGEST_TITLE, MOST_PEOPLE
from together.shares import MOST_SUBMISSIONS

STATUSES = [status.value for status in Status]
JOINS = [each.value for each in Join]
ANSWERS = [each.value for each in Answers]
THEMES = [theme.value for theme in Theme]
EMBED_STATUSES = ["enabled", "disabled", "revoked"]


class GroupSerializer(serializers.ModelSerializer[GroupSession]):
    id = serializers.UUIDField(read_only=True)
    tool = serializers.CharField(source="tool_slug", read_only=True)
    title = serializers.CharField(read_only=True)
    status = serializers.ChoiceField(choices=STATUSES, read_only=True)
    created_by = serializers.CharField(source="session.actor_label", read_only=True)
    created_at = serializers.DateTimeField(source="session.created_at", read_only=True)
    join = serializers.ChoiceField(choices=JOINS, read_only=True)
    answers = serializers.ChoiceField(choices=ANSWERS, read_only=True)
    people = serializers.ListField(child=serializers.UUIDField(), read_only=True)
    version = serializers.IntegerField(read_only=True)

    class Meta:
        model = GroupSession
        fields = [
            *("id", "tool", "title", "status", "config", "join", "people"),
            *("answers", "min_group", "created_by", "created_at", "ended_at", "version"),
        ]
        read_only_fields = fields


class NewGroupSerializer(StrictSerializer):
    tool = serializers.CharField(max_length=64)
    title = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_TITLE
    )
    config = serializers.DictField(required=False, default=dict)
    join = serializers.ChoiceField(required=False, default=Join.TEAM.value, choices=JOINS)
    people = serializers.ListField(
        required=False, default=list, child=serializers.UUIDField(), max_length=MOST_PEOPLE
    )
    answers = serializers.ChoiceField(required=False, default=Answers.NAMED.value, choices=ANSWERS)
    min_group = serializers.IntegerField(
        required=False, default=1, min_value=1, max_value=LARGEST_GROUP
    )


class GroupQuerySerializer(serializers.Serializer[Any]):
    tool = serializers.CharField(required=False, default="", max_length=64)
    status = serializers.ChoiceField(required=False, default="", choices=STATUSES)


class SubmissionRequestSerializer(StrictSerializer):
    input = serializers.DictField()


class SubmissionSerializer(serializers.Serializer[Any]):
    """One's own answer, as it counts now."""

    id = serializers.UUIDField()
    run_id = serializers.UUIDField()
    display_name = serializers.CharField()
    input = serializers.JSONField()
    output = serializers.JSONField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class AnswerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.CharField()
    input = serializers.JSONField()
    output = serializers.JSONField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)


class ParticipantSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()


class SeenSerializer(serializers.Serializer[Any]):
    """What you may see of the answers: below `least` only who has answered, and your own."""

    version = serializers.IntegerField()
    count = serializers.IntegerField()
    least = serializers.IntegerField()
    participants = ParticipantSerializer(many=True)
    answers = AnswerSerializer(many=True)
    mine = SubmissionSerializer(allow_null=True)


class AggregateSerializer(serializers.Serializer[Any]):
    """`output` is null below the smallest group, or where the answers cannot be put together."""

    version = serializers.IntegerField()
    count = serializers.IntegerField()
    least = serializers.IntegerField()
    output = serializers.JSONField(allow_null=True)
    trouble = serializers.CharField()


class NewShareSerializer(StrictSerializer):
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    submission_limit = serializers.IntegerField(
        required=False, default=MOST_SUBMISSIONS, min_value=1, max_value=MOST_SUBMISSIONS
    )


class ShareSerializer(serializers.ModelSerializer[ShareLink]):
    class Meta:
        model = ShareLink
        fields = ["id", "submission_limit", "created_by_label", "created_at", "expires_at"]
        read_only_fields = fields


class ShareWithUrlSerializer(ShareSerializer):
    """The only answer that carries the link itself."""

    url = serializers.CharField(read_only=True)

    class Meta(ShareSerializer.Meta):
        fields = [*ShareSerializer.Meta.fields, "url"]
        read_only_fields = fields


class EmbedSerializer(serializers.ModelSerializer[Embed]):
    tool = serializers.CharField(source="tool_slug", read_only=True)
    status = serializers.ChoiceField(choices=EMBED_STATUSES, read_only=True)
    theme = serializers.ChoiceField(choices=THEMES, read_only=True)
    fields_shown = serializers.ListField(
        source="fields", child=serializers.CharField(), read_only=True
    )

    class Meta:
        model = Embed
        fields = [
            *("id", "tool", "name", "origins", "theme", "fields_shown", "preset", "per_minute"),
            *("per_day", "status", "token", "created_by_label", "created_at"),
        ]
        read_only_fields = fields


class EmbedChangeSerializer(StrictSerializer):
    name = serializers.CharField(required=False, max_length=100)
    origins = serializers.ListField(
        required=False, child=serializers.CharField(max_length=300), max_length=20
    )
    theme = serializers.ChoiceField(required=False, choices=THEMES)
    fields_shown = serializers.ListField(
        required=False, child=serializers.CharField(max_length=100), max_length=100
    )
    preset = serializers.DictField(required=False)
    per_minute = serializers.IntegerField(required=False, min_value=1, max_value=10_000)
    per_day = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000)
    enabled = serializers.BooleanField(required=False)


class NewEmbedSerializer(EmbedChangeSerializer):
    tool = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=100)
    origins = serializers.ListField(
        child=serializers.CharField(max_length=300), min_length=1, max_length=20
    )
