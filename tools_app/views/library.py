"""The library: the tools that one may use, as cards."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.http import SignedInRequest, requires
from sessions_app.access import own_recent_tools
from tools_app import access
from tools_app.api.listing import matching
from tools_app.definitions import Effect, Policy
from tools_app.icons import icon_or_fallback
from tools_app.resolved import ResolvedTool, ToolKind

FACETS = {"category": "Category", "kind": "Made by", "origin": "Origin"}
WORDS = {
    "code": "Comes with Tenon",
    "tenant_custom": "Made here",
    "custom": "Custom",
    "system": "System",
}
# More cards than anybody reads; a link shows the rest.
FIRST = 60

Tools = Sequence[ResolvedTool]


@dataclass(frozen=True)
class Card:
    tool: ResolvedTool
    icon: str
    line: str
    used_at: datetime | None

    @property
    def is_own(self) -> bool:
        return self.tool.kind == ToolKind.CUSTOM

    @property
    def asks(self) -> bool:
        return self.tool.policy == Policy.ALWAYS_ASK

    @property
    def changes(self) -> bool:
        return self.tool.effect != Effect.READ


@require_safe
@requires("tools.team.read")
@vary_on_headers("HX-Request")
def index(request: SignedInRequest) -> HttpResponseBase:
    tools = access.visible_tools(principal=request.principal)
    asked = {name: request.GET.get(name, "").strip()[:100] for name in ("q", *FACETS)}
    found = _found(tools, asked)
    recent = own_recent_tools(principal=request.principal)
    cards = _cards(found, recent)
    shown = cards if request.GET.get("all") else cards[:FIRST]
    context = {
        "asked": asked,
        "cards": shown,
        "found": len(cards),
        "left": len(cards) - len(shown),
        "total": len(tools),
        "facets": _facets(tools, asked),
        "narrowed": any(asked.values()),
        "all_url": _url({**asked, "all": "1"}),
        "may_create": request.principal.has("tools.tenant.create"),
    }
    template = "tools/_library.html" if request.htmx else "tools/library.html"
    return render(request, template, context)


def _found(tools: Tools, asked: dict[str, str]) -> Tools:
    query = {"source": "", "effect": "", **asked, "search": asked["q"]}
    return matching(tools, query)


def _cards(tools: Tools, recent: dict[str, datetime]) -> list[Card]:
    """Most recently used first, then in the order of the catalogue."""
    places = {slug: place for place, slug in enumerate(recent)}
    ordered = sorted(tools, key=lambda tool: places.get(tool.slug, len(places)))
    return [
        Card(tool, icon_or_fallback(tool.icon), first_line(tool), recent.get(tool.slug))
        for tool in ordered
    ]


def first_line(tool: ResolvedTool) -> str:
    """The first paragraph of the description says what the tool is for."""
    return " ".join(tool.description.split("\n\n")[0].split())


def _facets(tools: Tools, asked: dict[str, str]) -> list[dict[str, Any]]:
    """Each filter with how many tools every choice would leave, the other filters as they are."""
    facets = [_facet(tools, asked, name) for name in FACETS]
    return [facet for facet in facets if facet["asked"] or len(facet["choices"]) > 1]


def _facet(tools: Tools, asked: dict[str, str], name: str) -> dict[str, Any]:
    others = _found(tools, {**asked, name: ""})
    value_of: Callable[[ResolvedTool], str] = lambda tool: str(getattr(tool, name) or "")  # noqa: E731
    counts = Counter(value for value in map(value_of, others) if value)
    if asked[name]:
        counts.setdefault(asked[name], 0)
    choices = [_choice(asked, name, value, count) for value, count in sorted(counts.items())]
    return {"name": name, "label": FACETS[name], "asked": asked[name], "choices": choices}


def _choice(asked: dict[str, str], name: str, value: str, count: int) -> dict[str, Any]:
    """A choice that is taken already is taken back by its link."""
    taken = asked[name] == value
    url = _url({**asked, name: "" if taken else value})
    label = WORDS.get(value, value.replace("-", " ").capitalize())
    return {"label": label, "count": count, "taken": taken, "url": url}


def _url(query: dict[str, str]) -> str:
    given = urlencode({name: value for name, value in query.items() if value})
    return f"{reverse('tools')}?{given}" if given else reverse("tools")
