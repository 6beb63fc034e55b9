"""Agents and skills are administered alike: what differs between the two, in one place."""

from dataclasses import dataclass

from agents.models import Agent, Configured, Skill


@dataclass(frozen=True)
class Family:
    """`key` is what addresses and versions call it."""

    key: str
    label: str
    model: type[Configured]
    fields: tuple[str, ...]
    read: str
    create: str
    update: str
    delete: str

    @property
    def plural(self) -> str:
        return f"{self.label}s"

    @property
    def one(self) -> str:
        """With its article."""
        return f"{'an' if self.key[0] in 'aeiou' else 'a'} {self.key}"


WORDS = ("name", "description", "instructions", "enabled")

AGENTS = Family(
    key="agent",
    label="Agent",
    model=Agent,
    fields=(*WORDS, "model", "config"),
    read="agents.team.read",
    create="agents.team.configure",
    update="agents.team.configure",
    delete="agents.tenant.delete",
)
SKILLS = Family(
    key="skill",
    label="Skill",
    model=Skill,
    fields=(*WORDS, "category", "user_invocable"),
    read="skills.team.read",
    create="skills.tenant.create",
    update="skills.tenant.update",
    delete="skills.tenant.delete",
)
