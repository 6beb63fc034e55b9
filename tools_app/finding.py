"""Tools in the command palette and on the home page."""

from collections.abc import Iterator

from django.urls import reverse

from accounts.palette import Result
from accounts.principal import Principal
from accounts.welcome import Offer, Shortcut, Step
from sessions_app.access import own_recent_tools
from tools_app import access
from tools_app.icons import icon_or_fallback
from tools_app.resolved import ResolvedTool

MOST_FOUND = 20
MOST_RECENT = 4


def in_palette(principal: Principal, query: str) -> Iterator[Result]:
    """By name and slug; nothing before something is typed, so that the pages come first."""
    if not query or not principal.has("tools.team.read"):
        return
    named = [tool for tool in access.visible_tools(principal=principal) if _is(tool, query)]
    for tool in named[:MOST_FOUND]:
        url = reverse("tool", args=[tool.slug])
        yield Result(tool.name, "Tool", url, icon_or_fallback(tool.icon))


def _is(tool: ResolvedTool, query: str) -> bool:
    text = f"{tool.name} {tool.slug} {tool.category}".lower()
    return all(word in text for word in query.split())


def at_home(principal: Principal) -> Offer:
    """The first step of whoever may run tools, and what they ran last."""
    if not principal.has("tools.team.read"):
        return [], []
    tools = {tool.slug: tool for tool in access.visible_tools(principal=principal)}
    recent = own_recent_tools(principal=principal)
    used = [(tools[slug], at) for slug, at in recent.items() if slug in tools][:MOST_RECENT]
    shortcuts = [
        Shortcut(tool.name, reverse("tool", args=[tool.slug]), icon_or_fallback(tool.icon), at)
        for tool, at in used
    ]
    steps = [_first_run(done=bool(recent))] if principal.has("tools.team.execute") else []
    return steps, shortcuts


def _first_run(*, done: bool) -> Step:
    return Step(
        title="Run your first tool",
        text="Fill in a form, see the result; every run is kept.",
        url=reverse("tools"),
        action="Open the tools",
        icon="play",
        done=done,
    )
