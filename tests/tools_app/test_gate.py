"""The decision table, as it is written in the requirements, and what must never happen."""

from itertools import product

import pytest

from accounts.principal import Kind
from tools_app.definitions import Effect, Policy
from tools_app.gate import TABLE, Mode, Verdict, decide

# effect: policy auto + mode approve, policy auto + mode auto, policy always_ask
WRITTEN = {
    "read": ("run", "run", "ask"),
    "mutate": ("propose", "auto_apply", "propose"),
    "destructive": ("propose", "propose", "propose"),
}


@pytest.mark.parametrize("effect", Effect)
def test_the_table_is_the_written_one(effect: Effect) -> None:
    careful, free, asked = (Verdict(word) for word in WRITTEN[effect.value])
    assert TABLE[effect, Policy.AUTO, Mode.APPROVE] == careful
    assert TABLE[effect, Policy.AUTO, Mode.AUTO] == free
    for mode in Mode:
        assert TABLE[effect, Policy.ALWAYS_ASK, mode] == asked


def test_nothing_makes_a_destructive_tool_run_unattended() -> None:
    for policy, mode, caller in product(Policy, Mode, set(Kind) - {Kind.USER}):
        verdict = decide(effect=Effect.DESTRUCTIVE, policy=policy, mode=mode, caller=caller)
        assert verdict.waits


def test_a_person_at_the_form_is_not_asked() -> None:
    for effect, policy, mode in product(Effect, Policy, Mode):
        assert decide(effect=effect, policy=policy, mode=mode, caller=Kind.USER) == Verdict.RUN


def test_every_combination_has_an_answer() -> None:
    assert set(TABLE) == set(product(Effect, Policy, Mode))
