"""Who an agent is when it calls a tool."""

from dataclasses import replace
from uuid import UUID

from accounts.principal import Kind, Principal
from accounts.recall import CallerGone, recallers
from agents.models import Agent


def principal_of_agent(agent: Agent, caller: Principal) -> Principal:
    """It acts for whoever asks, never with more rights; and it is an agent, so the gate asks."""
    return replace(
        caller, kind=Kind.AGENT, id=agent.pk, label=f"{agent.name} for {caller.label}"[:300]
    )


def recalled(agent_id: UUID, user_id: UUID) -> Principal | None:
    """The same agent, for the same person, with the rights of now: for calls that had to wait."""
    agent = Agent.objects.filter(pk=agent_id, enabled=True).first()
    if agent is None:
        return None
    try:
        person = recallers.recall(kind=Kind.USER, id=user_id, user_id=user_id, label="")
    except CallerGone:
        return None
    return principal_of_agent(agent, person)
