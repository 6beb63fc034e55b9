"""Run now, ask a human, or propose? One pure function for every transport."""

from enum import StrEnum
from typing import Any

from accounts.principal import Kind
from tools_app.definitions import Effect, Policy


class Mode(StrEnum):
    """What the owner of a conversation lets an agent do without asking."""

    APPROVE = "approve"
    AUTO = "auto"


class Verdict(StrEnum):
    RUN = "run"
    ASK = "ask"
    PROPOSE = "propose"
    AUTO_APPLY = "auto_apply"

    @property
    def waits(self) -> bool:
        return self in {Verdict.ASK, Verdict.PROPOSE}


TABLE = {
    (Effect.READ, Policy.AUTO, Mode.APPROVE): Verdict.RUN,
    (Effect.READ, Policy.AUTO, Mode.AUTO): Verdict.RUN,
    (Effect.READ, Policy.ALWAYS_ASK, Mode.APPROVE): Verdict.ASK,
    (Effect.READ, Policy.ALWAYS_ASK, Mode.AUTO): Verdict.ASK,
    (Effect.MUTATE, Policy.AUTO, Mode.APPROVE): Verdict.PROPOSE,
    (Effect.MUTATE, Policy.AUTO, Mode.AUTO): Verdict.AUTO_APPLY,
    (Effect.MUTATE, Policy.ALWAYS_ASK, Mode.APPROVE): Verdict.PROPOSE,
    (Effect.MUTATE, Policy.ALWAYS_ASK, Mode.AUTO): Verdict.PROPOSE,
    (Effect.DESTRUCTIVE, Policy.AUTO, Mode.APPROVE): Verdict.PROPOSE,
    (Effect.DESTRUCTIVE, Policy.AUTO, Mode.AUTO): Verdict.PROPOSE,
    (Effect.DESTRUCTIVE, Policy.ALWAYS_ASK, Mode.APPROVE): Verdict.PROPOSE,
    (Effect.DESTRUCTIVE, Policy.ALWAYS_ASK, Mode.AUTO): Verdict.PROPOSE,
}


def decide(
    *, effect: Effect, policy: Policy, mode: Mode, caller: Kind, granted: bool = False
) -> Verdict:
    """A person who runs the form has agreed by doing so; everybody else goes by the table.

    `granted`: a human has allowed this tool for this person's programs once and for all. It is the
    mode `auto` for this one call, so it never lets through what deletes or what always asks."""
    if caller == Kind.USER:
        return Verdict.RUN
    return TABLE[effect, policy, Mode.AUTO if granted else mode]


def may_be_granted(*, effect: Effect, policy: Policy, mode: Mode, caller: Kind) -> bool:
    """Whether a standing grant would make a difference, so that nobody looks for one in vain."""
    facts: dict[str, Any] = {"effect": effect, "policy": policy, "mode": mode, "caller": caller}
    return decide(**facts).waits and not decide(**facts, granted=True).waits
