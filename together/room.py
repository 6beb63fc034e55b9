"""A group's session as its pages show it: the form of whoever looks, and what everybody sees.

What everybody sees is drawn once for each version of the session and kept for a minute, so that
two hundred participants who look at the same moment cost one drawing.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string

from accounts.principal import Principal
from config.errors import NotFound
from together import access
from together.models import GroupSession, Submission
from together.models.group import Status
from together.seen import Seen, seen
from together.submissions import participant_of
from tools_app import access as tools_access
from tools_app.forms.initial import initial
from tools_app.outputs.blocks import Block, blocks_of
from tools_app.resolved import ResolvedTool
from tools_app.resolver import resolve
from tools_app.views.given import Given, form_context
from tools_app.views.prefill import without_masks

KEPT_SECONDS = 60
ANSWERS_SHOWN = 20


@dataclass(frozen=True)
class Room:
    group: GroupSession
    tool: ResolvedTool

    @property
    def chip(self) -> dict[str, str]:
        return CHIPS[self.group.status]


def room_to_see(*, principal: Principal, session_id: UUID) -> Room:
    """Raises `NotFound` for a session, or a tool, that one may not see."""
    group = access.group_to_see(principal=principal, session_id=session_id)
    return Room(group, tools_access.tool_to_open(principal=principal, slug=group.tool_slug))


def room_of(session_id: UUID) -> Room:
    """For those who have been let in. Raises `NotFound` when the tool is gone."""
    group = access.group_of(session_id)
    tool = resolve(group.tool_slug)
    if tool is None:
        raise NotFound("The tool of this session is gone.")
    return Room(group, tool)


CHIPS = {
    Status.ACTIVE: {"label": "Active", "tone": "success", "icon": "radio"},
    Status.COMPLETED: {"label": "Closed", "tone": "info", "icon": "circle-check"},
    Status.CANCELLED: {"label": "Cancelled", "tone": "", "icon": "ban"},
}


def seen_in(room: Room) -> Seen:
    return seen(room.group, room.tool, access.submissions_of(room.group))


def live(room: Room) -> str:
    """The part of the page that changes while others answer."""
    group, tool = room.group, room.tool
    key = f"together:{group.pk}:{group.version}:{tool.revision}"
    kept = cache.get(key)
    if isinstance(kept, str):
        return kept
    found = seen_in(room)
    context = {"room": room, "group": group, "seen": found, "blocks": blocks(tool, found)}
    # The newest: everything is sent to everybody with each change.
    context["answers"] = found.answers[-ANSWERS_SHOWN:][::-1]
    context["who"] = found.who[-ANSWERS_SHOWN:][::-1]
    made = _compact(render_to_string("together/_live.html", context))
    cache.set(key, made, KEPT_SECONDS)
    return made


def _compact(html: str) -> str:
    """Without the indentation of the templates, which is a third of it."""
    lines = (line.strip() for line in html.splitlines())
    return "\n".join(line for line in lines if line)


def blocks(tool: ResolvedTool, found: Seen) -> list[Block]:
    if found.together is None:
        return []
    return blocks_of(sections=found.together.sections, output=found.together.output, slug=tool.slug)


def polled(room: Room, query: QueryDict) -> HttpResponse:
    """For a page that asks whether anything happened since the version that it shows."""
    headers = {"Cache-Control": "no-store"}
    if query.get("seen") == str(room.group.version):
        return HttpResponse(status=204, headers=headers)
    return HttpResponse(live(room), headers=headers)


def known_version(request: HttpRequest) -> int:
    """What the page shows already; a browser that comes back says it by itself."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def mine(principal: Principal, group: GroupSession) -> Submission | None:
    return access.submission_of(group, participant_id=participant_of(principal))


def begun(room: Room, own: Submission | None) -> Given:
    """What the form starts with: one's answer, or what the creator filled in."""
    if own and isinstance(own.input, dict):
        return Given(without_masks(own.input))
    schema = room.tool.input_schema
    defaults = initial(schema, schema)
    filled = defaults if isinstance(defaults, dict) else {}
    return Given({**filled, **room.tool.default_input, **room.group.config})


def page_context(
    room: Room, principal: Principal, given: Given, own: Submission | None, problem: str = ""
) -> dict[str, Any]:
    return {
        "room": room,
        "group": room.group,
        "tool": room.tool,
        "own": own,
        "given": given,
        "problem": problem,
        "live": live(room),
        **form_context(principal, room.tool, given),
    }
