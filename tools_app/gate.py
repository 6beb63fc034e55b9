"""Run now, ask a human, or propose? One pure function for every transport."""

from enum import StrEnum

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


def decide(*, effect: Effect, policy: Policy, mode: Mode, caller: Kind) -> Verdict:
    """A person who runs the form has agreed by doing so; everybody else goes by the table."""
    if caller == Kind.USER:
        return Verdict.RUN
    return TABLE[effect, policy, mode]
