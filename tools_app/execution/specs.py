"""What a tenant's own tool does when it runs: one of five shapes.

A spec is stored as JSON and parsed here, when it is saved and when it is run.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from config.errors import Fault, InvalidInput
from tools_app.definitions import LONGEST_SLUG, SLUG
from tools_app.schemas.shape import Breach, Caps, measure, pointer_of

CAPS = Caps(size=64 * 1024, depth=32, nodes=4_000)
MOST_STEPS = 20
DEEPEST = 5
"""How many compositions may stand inside of each other."""

Slug = Annotated[str, Field(pattern=f"^{SLUG.pattern}$", max_length=LONGEST_SLUG)]
StepId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Template = Annotated[str, Field(min_length=1, max_length=20_000)]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DirectPrompt(_Spec):
    """Render a template, ask a model."""

    shape: Literal["prompt"]
    mode: Literal["direct"]
    template: Template
    model: Annotated[str, Field(max_length=100)] = ""
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    output: Literal["text", "json"] = "text"
    max_tokens: Annotated[int, Field(ge=1, le=32_000)] = 1_000


class SkillPrompt(_Spec):
    """Run a skill against an agent."""

    shape: Literal["prompt"]
    mode: Literal["skill"]
    skill: Slug
    agent: Slug | None = None


class AgentPrompt(_Spec):
    """Hand the work to an agent."""

    shape: Literal["prompt"]
    mode: Literal["agent"]
    agent: Slug
    instructions: Template
    max_steps: Annotated[int, Field(ge=1, le=16)] = 16


class Task(_Spec):
    """Something for a person or an agent to do."""

    shape: Literal["task"]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    instructions: Template
    # An e-mail, a role, `agent:` with the slug of one, or nobody in particular.
    assignee: Annotated[str, Field(max_length=200)] = ""
    # Whom an agent's task falls to if the agent cannot do it.
    fallback: Annotated[str, Field(max_length=200)] = ""
    wait: bool = True
    # How long the run waits: it costs nothing, and people sleep.
    timeout_seconds: Annotated[int, Field(ge=1, le=30 * 24 * 3600)] = 300


class Step(_Spec):
    """One tool of a composition. `input` is a template of JSON Logic over `input` and `steps`."""

    id: StepId
    tool: Slug
    input: dict[str, Any] = Field(default_factory=dict)
    on_error: Literal["stop", "continue"] = "stop"


class Composition(_Spec):
    """Other tools, one after the other. Without `output`, the last step's output is the result."""

    shape: Literal["composition"]
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=MOST_STEPS)]
    output: dict[str, Any] | None = None


def _which(value: Any) -> str:
    given = value if isinstance(value, dict) else vars(value)
    shape = str(given.get("shape", ""))
    return f"{shape}/{given.get('mode', '')}" if shape == "prompt" else shape


Spec = Annotated[
    Annotated[DirectPrompt, Tag("prompt/direct")]
    | Annotated[SkillPrompt, Tag("prompt/skill")]
    | Annotated[AgentPrompt, Tag("prompt/agent")]
    | Annotated[Task, Tag("task")]
    | Annotated[Composition, Tag("composition")],
    Discriminator(_which),
]
SHAPES = ("prompt/direct", "prompt/skill", "prompt/agent", "task", "composition")
_SPEC: TypeAdapter[Spec] = TypeAdapter(Spec)


def parse_spec(data: Any, pointer: str = "/execution") -> Spec:
    """Raises `InvalidInput`; each fault points at the part of the spec that is wrong."""
    try:
        measure(data, CAPS)
        return _SPEC.validate_python(data)
    except Breach as breach:
        raise InvalidInput(faults=[breach.fault(pointer)]) from breach
    except ValidationError as error:
        raise InvalidInput(faults=_faults(error, pointer)) from error


def _faults(error: ValidationError, pointer: str) -> list[Fault]:
    return [
        _fault(found["type"], found["loc"], found["msg"], pointer)
        for found in error.errors(include_url=False, include_input=False, include_context=False)
    ]


def _fault(kind: str, location: tuple[int | str, ...], words: str, pointer: str) -> Fault:
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        return Fault(pointer, "shape", f"The shape must be one of {', '.join(SHAPES)}.")
    # The first step of the location is the tag of the shape.
    return Fault(pointer + pointer_of(location[1:]), kind, f"{words}.")
