"""The platform's endpoints that models may read."""

from accounts.api.keys import KeysView
from accounts.api.serializers import KeySerializer
from sessions_app.api.runs import RunsView, RunView
from sessions_app.api.serializers import RunQuerySerializer, RunSerializer, SessionSerializer
from sessions_app.api.sessions import SessionsView, SessionView
from tools_app.api.serializers import ToolMetaSerializer, ToolQuerySerializer, ToolSerializer
from tools_app.api.tools import ToolsView, ToolView
from tools_app.projection import expose

expose(
    RunsView,
    slug="list-runs",
    name="List runs",
    icon="history",
    description=(
        "Runs of tools, newest first: one's own, or everyone's with the right to see them. Use it to "
        "find an earlier result. Do not use it to check one run whose id you have: get-run is cheaper. "
        "Pass the slug of a tool, not its name."
    ),
    asks=RunQuerySerializer,
    answers=RunSerializer,
    pages=True,
)
expose(
    RunView,
    slug="get-run",
    name="One run",
    icon="file-clock",
    description=(
        "One run with its input, status, output or error. Use it when you have the id of a run. Do not "
        "use it to search: that is list-runs. Pass the id, not the name of the tool."
    ),
    path={"run_id": "uuid"},
    answers=RunSerializer,
)
expose(
    SessionsView,
    slug="list-sessions",
    name="List sessions",
    icon="messages-square",
    description=(
        "Sessions, newest first: one's own, or everyone's with the right to see them. Use it to see "
        "what belongs together. Do not use it for results: that is list-runs. Pass a cursor to go on."
    ),
    answers=SessionSerializer,
    pages=True,
)
expose(
    SessionView,
    slug="get-session",
    name="One session",
    icon="message-square",
    description=(
        "One session and how it stands. Use it when you have its id. Do not use it to search: that is "
        "list-sessions. Pass the id."
    ),
    path={"session_id": "uuid"},
    answers=SessionSerializer,
)
expose(
    ToolsView,
    slug="list-tools",
    name="List tools",
    icon="wrench",
    description=(
        "The tools that one may use, without their schemas. Use it to find a tool by words, category or "
        "effect. Do not use it for the tools that you were given already. Pass words in search."
    ),
    asks=ToolQuerySerializer,
    answers=ToolMetaSerializer,
    pages=True,
)
expose(
    ToolView,
    slug="get-tool",
    name="One tool",
    icon="file-cog",
    description=(
        "One tool, with its schemas. Use it before composing it with others. Do not use it to run the "
        "tool. Pass its slug, not its name."
    ),
    path={"slug": ""},
    answers=ToolSerializer,
)
expose(
    KeysView,
    slug="list-keys",
    name="List API keys",
    icon="key-round",
    description=(
        "API keys with their scopes and when they were last used, never the keys themselves. Use it to "
        "find keys that nobody needs. Do not use it to make or revoke one. Pass a cursor to go on."
    ),
    answers=KeySerializer,
    pages=True,
)
