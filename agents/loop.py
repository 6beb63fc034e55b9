"""An agent at work: asked, given what its tools answer, asked again, until it has an answer.

At most 16 steps, the last of them without tools (K9). Agents may hand work to agents, three deep,
and never in a circle (K4).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pydantic_ai.messages import ModelRequest, ToolCallPart, ToolReturnPart, UserPromptPart

from agents.answers import TEXT
from agents.asking import Answer
from agents.knowledge import find_skills
from agents.models import Agent
from agents.toolset import Toolset
from agents.work import Work
from config.errors import AppError

MOST_STEPS = 16
MOST_CALLS_A_STEP = 8
DEEPEST = 3
LAST = "Answer now with what you have. You cannot use tools any more."
TOO_MANY = f"At most {MOST_CALLS_A_STEP} calls at a time. This one was not made."

_working: ContextVar[tuple[str, ...]] = ContextVar("agents_at_work", default=())


class AgentsInACircle(AppError):
    status, code, title = 409, "agents_in_a_circle", "Agents hand this work to each other"


@contextmanager
def at_work(agent: Agent) -> Iterator[None]:
    """Raises `AgentsInACircle` for an agent that is at work already, and for too long a chain."""
    chain = _working.get()
    if agent.slug in chain or len(chain) >= DEEPEST:
        raise AgentsInACircle(f"{' → '.join([*chain, agent.slug])} is more than is allowed.")
    token = _working.set((*chain, agent.slug))
    try:
        yield
    finally:
        _working.reset(token)


def instructions_of(agent: Agent, *more: str) -> str:
    """Its own words, an index of its skills, and what this run adds."""
    skills = find_skills(list(agent.settings.skills))
    index = "\n".join(f"- {skill.slug}: {skill.description or skill.name}" for skill in skills)
    listed = f"Skills that you can read with load_skill:\n{index}" if skills else ""
    return "\n\n".join(filter(None, [agent.instructions, listed, *more]))


def worked_out(work: Work, toolset: Toolset, *, steps: int) -> object:
    """The output of the run. Raises `ModelFailed`, `NotAsPromised`, `SpendCapReached`."""
    steps = max(1, min(steps, MOST_STEPS))
    definitions = toolset.definitions if work.chosen.calls_tools else ()
    said: list[str] = []
    for step in range(1, steps + 1):
        last = step == steps
        if last and step > 1:
            work.messages.append(ModelRequest(parts=[UserPromptPart(LAST)]))
        answer = work.asked(tools=() if last else definitions)
        said.append(answer.text)
        calls = _calls(answer)
        if last or not calls:
            break
        _give_results(work, toolset, step, calls)
        _pause(work, answer, said)
    if work.wanted.is_text:
        # All that was streamed, which began before anybody knew what would be the last of it.
        return {TEXT: "".join(said)}
    return work.output(answer)


def _calls(answer: Answer) -> list[ToolCallPart]:
    return [part for part in answer.response.parts if isinstance(part, ToolCallPart)]


def _give_results(work: Work, toolset: Toolset, step: int, calls: list[ToolCallPart]) -> None:
    parts = []
    for index, call in enumerate(calls):
        work.context.progress.check()
        key = f"{work.context.run_id}:{step}.{index}"
        told = toolset.called(call, key=key) if index < MOST_CALLS_A_STEP else TOO_MANY
        parts.append(ToolReturnPart(call.tool_name, told, tool_call_id=call.tool_call_id))
    work.messages.append(ModelRequest(parts=parts, instructions=_instructions(work)))


def _instructions(work: Work) -> str | None:
    first = work.messages[0]
    return first.instructions if isinstance(first, ModelRequest) else None


def _pause(work: Work, answer: Answer, said: list[str]) -> None:
    """Between what an agent says before its tools and after."""
    if work.wanted.is_text and answer.text:
        said.append("\n\n")
        work.context.progress.write("\n\n")
