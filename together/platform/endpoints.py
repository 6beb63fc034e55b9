"""The endpoints of group sessions that models may read."""

from rest_framework import serializers

from together.api.serializers import AggregateSerializer, GroupQuerySerializer, GroupSerializer
from together.api.sessions import GroupsView, GroupView
from together.api.submissions import AggregateView
from tools_app.projection import expose


class GroupSearchSerializer(GroupQuerySerializer):
    cursor = serializers.CharField(required=False, default="", max_length=500)
    limit = serializers.IntegerField(required=False, default=50, min_value=1, max_value=200)


expose(
    GroupsView,
    slug="list-group-sessions",
    name="List group sessions",
    icon="users",
    description=(
        "Sessions in which a group answers with one tool, newest first: those one may see. Use it to "
        "find an open one (status active) to answer in. Do not use it for runs: that is list-runs. "
        "Pass the slug of a tool, not its name."
    ),
    asks=GroupSearchSerializer,
    answers=GroupSerializer,
    pages=True,
)
expose(
    GroupView,
    slug="get-group-session",
    name="One group session",
    icon="users",
    description=(
        "One group session: its tool, how it stands, and `config`, what every answer starts with. Use "
        "it before answer-session. Do not use it for what the answers say: that is get-group-result. "
        "Pass the id of the session."
    ),
    path={"session_id": "uuid"},
    answers=GroupSerializer,
)
expose(
    AggregateView,
    slug="get-group-result",
    name="A group's result",
    icon="chart-pie",
    description=(
        "What the answers of a group session say together, as far as it is shown. Use it to report or "
        "compare. Do not use it in a loop to wait for answers. Pass the id of the session."
    ),
    path={"session_id": "uuid"},
    answers=AggregateSerializer,
)
