"""Finding the agents and skills that a run names. A tenant's own skill stands before the
platform's of the same name."""

from dataclasses import dataclass

from agents.models import Agent, Skill
from config.errors import AppError
from tenants.context import current_tenant, find_tenant, working_in
from tenants.models import PLATFORM


class AgentUnavailable(AppError):
    status, code, title = 409, "agent_unavailable", "This agent is not there or turned off"


class SkillUnavailable(AppError):
    status, code, title = 409, "skill_unavailable", "This skill is not there or turned off"


@dataclass(frozen=True)
class KnownSkill:
    slug: str
    name: str
    description: str
    instructions: str


def find_agent(slug: str) -> Agent:
    agent = Agent.objects.filter(slug=slug, enabled=True).first()
    if agent is None:
        raise AgentUnavailable(f"Ask an administrator about the agent {slug}.")
    return agent


def find_skill(slug: str) -> KnownSkill:
    found = find_skills([slug])
    if not found:
        raise SkillUnavailable(f"Ask an administrator about the skill {slug}.")
    return found[0]


def find_skills(slugs: list[str]) -> list[KnownSkill]:
    """Those that are there and turned on, in the order asked for. A tenant that turns its own off
    has none of that name."""
    if not slugs:
        return []
    known = _skills(slugs)
    if current_tenant().slug != PLATFORM:
        with working_in(find_tenant(PLATFORM)):
            known = {**_skills(slugs), **known}
    rows = [known[slug] for slug in slugs if slug in known]
    return [
        KnownSkill(row.slug, row.name, row.description, row.instructions)
        for row in rows
        if row.enabled
    ]


def known_skills() -> list[str]:
    """The names of those that a tool here may name, turned on or not: the tenant's own first."""
    named = list(Skill.objects.values_list("slug", flat=True))
    if current_tenant().slug != PLATFORM:
        with working_in(find_tenant(PLATFORM)):
            named += Skill.objects.values_list("slug", flat=True)
    return list(dict.fromkeys(named))


def _skills(slugs: list[str]) -> dict[str, Skill]:
    return {row.slug: row for row in Skill.objects.filter(slug__in=slugs)}
