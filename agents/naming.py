"""What a prompt tool names must be there when it is saved, and what it gives must be what it
promises. Each fault says what to do."""

from collections.abc import Iterator
from typing import Any

from agents.answers import TEXT
from agents.knowledge import known_skills
from agents.models import Agent, ModelConnection
from config.errors import Fault
from tools_app.execution.checks import Check, Checks
from tools_app.execution.specs import DirectPrompt, SkillPrompt

MOST_NAMED = 8


def register(checks: Checks) -> None:
    checks.register("prompt/direct", Check(model_faults, text_faults))
    checks.register("prompt/skill", Check(skill_faults))
    checks.register("prompt/agent", Check(lambda spec: agent_faults(spec.agent)))


def model_faults(spec: DirectPrompt) -> Iterator[Fault]:
    """`connection:model`, or a model that some connection offers."""
    if not spec.model:
        return
    rows = list(ModelConnection.objects.all())
    slug, _, model = spec.model.partition(":")
    named = next((row for row in rows if row.slug == slug), None)
    if named and model in {"", *named.models}:
        return
    if any(spec.model in row.models for row in rows):
        return
    offered = named.models if named else [model for row in rows for model in row.models]
    which = f"The connection {slug} has no model {model!r}" if named else _no_model(spec.model)
    words = f"{which}. {_instead(offered)}"
    yield Fault("/execution/model", "unknown", f"{words} Or leave it empty for the default.")


def _no_model(wanted: str) -> str:
    return f"No connection here offers the model {wanted!r}"


def skill_faults(spec: SkillPrompt) -> Iterator[Fault]:
    known = known_skills()
    if spec.skill not in known:
        words = f"There is no skill {spec.skill!r} here. {_instead(known)} Or write it first."
        yield Fault("/execution/skill", "unknown", words)
    if spec.agent:
        yield from agent_faults(spec.agent)


def agent_faults(slug: str, pointer: str = "/execution/agent") -> Iterator[Fault]:
    known = list(Agent.objects.values_list("slug", flat=True))
    if slug not in known:
        words = f"There is no agent {slug!r} here. {_instead(known)} Or set it up first."
        yield Fault(pointer, "unknown", words)


def _instead(known: list[str]) -> str:
    named = [name for name in dict.fromkeys(known) if name]
    if not named:
        return "There is none yet."
    more = " …" if len(named) > MOST_NAMED else ""
    return f"Choose one of {', '.join(named[:MOST_NAMED])}{more}."


def text_faults(spec: DirectPrompt, output_schema: dict[str, Any]) -> Iterator[Fault]:
    """Text is given back as `{"text": "…"}`."""
    if spec.output != "text":
        return
    properties = output_schema.get("properties")
    if not isinstance(properties, dict) or TEXT not in properties:
        words = "The answer is text, and the output has no field “text”. Add it to the output"
        yield Fault("/execution/output", "no_text", f"{words}, or choose JSON as the answer.")
        return
    others = [name for name in output_schema.get("required", []) if name != TEXT]
    if others:
        words = f"The answer is text alone; nothing fills in {', '.join(map(str, others))}."
        yield Fault("/execution/output", "no_text", f"{words} Choose JSON, or require only text.")
