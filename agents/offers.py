"""What an agent can be given, for the form of its page: as far as whoever fills it in sees it."""

from dataclasses import dataclass

from accounts.principal import Principal
from agents import access
from agents.families import SKILLS
from tools_app import access as tools_access
from tools_app.resolved import ResolvedTool

Pairs = tuple[tuple[str, str], ...]
"""Short names and names."""


@dataclass(frozen=True)
class Offers:
    tools: Pairs = ()
    skills: Pairs = ()
    models: tuple[str, ...] = ()


def offers_for(principal: Principal) -> Offers:
    return Offers(
        tools=tuple((each.slug, each.name) for each in _tools(principal)),
        skills=_skills(principal),
        models=_models(principal),
    )


def _tools(principal: Principal) -> list[ResolvedTool]:
    found = tools_access.visible_tools(principal=principal)
    return sorted(found, key=lambda each: each.name.casefold())


def _skills(principal: Principal) -> Pairs:
    if not principal.has(SKILLS.read):
        return ()
    rows = access.visible(principal=principal, family=SKILLS)
    return tuple((row.slug, row.name) for row in rows)


def _models(principal: Principal) -> tuple[str, ...]:
    """As agents name them, `connection:model`."""
    if not principal.has("connections.tenant.read"):
        return ()
    rows = access.visible_connections(principal=principal)
    return tuple(f"{row.slug}:{model}" for row in rows for model in row.models)
