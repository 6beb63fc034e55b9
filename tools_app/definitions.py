"""A tool as code defines it: typed input and output, what it does, who may use it.

    @tool(slug="quick-score", name="Quick score", category="analysis", icon="gauge", effect="read")
    def quick_score(given: ScoreInput, _context: ToolContext) -> ScoreOutput:
        \"\"\"What it is for, when to use it and when not: read by people and by models.\"\"\"

The annotations are the schemas. Everything else about the call (resolving, rights, validation,
recording) happens outside of the function.
"""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, get_type_hints
from uuid import UUID

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from accounts.catalogue import RIGHTS
from accounts.principal import Principal
from sessions_app.events import Source

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_SLUG = 64


class Effect(StrEnum):
    """What a run may do to the world; never guessed from a name."""

    READ = "read"
    MUTATE = "mutate"
    DESTRUCTIVE = "destructive"


class Policy(StrEnum):
    """Whether an agent's call asks a human first."""

    AUTO = "auto"
    ALWAYS_ASK = "always_ask"


class Origin(StrEnum):
    """Custom tools are visible unless a tenant turns them off; system tools are hidden until a
    tenant turns them on."""

    CUSTOM = "custom"
    SYSTEM = "system"


class ToolModel(BaseModel):
    """Base of inputs and outputs: snake_case in Python, camelCase in JSON and in the schemas.

    Unknown fields are errors. Defaults are validated too, so a default may be written as the JSON
    value that the schema shows (10) and still arrives as the field's type (a Decimal).
    """

    model_config = ConfigDict(
        extra="forbid",
        allow_inf_nan=False,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        validate_default=True,
    )


class Preview(ToolModel):
    """What a run would do, told by a tool's `dry_run`, which changes nothing.

    An update has `before` and `after`, a creation only `after`, a deletion only `before`. `target`
    is the name of what is changed or deleted, as people know it: they type it to confirm.
    """

    summary: str
    target: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


SectionType = Literal["summary", "table", "chart", "radar", "ranking", "custom"]


@dataclass(frozen=True)
class Section:
    """How one key of the output is shown; a section whose key is missing is skipped."""

    key: str
    label: str
    type: SectionType
    config: dict[str, Any] = field(default_factory=dict)


class Progress:
    """What a running tool says while it runs. This one, of a quick tool, keeps nothing."""

    def write(self, text: str) -> None:
        """A piece of the output, as soon as there is one."""

    def used(self, **facts: Any) -> None:
        """What it took: the model, its tokens, its price. Kept with how the run ended."""

    def check(self) -> None:
        """Before each step of work that others would notice. Raises `Cancelled` when the run is to
        stop."""


SILENT = Progress()


@dataclass(frozen=True)
class ToolContext:
    """What a running tool may know of its surroundings."""

    principal: Principal
    run_id: str
    source: Source = Source.API
    is_test: bool = False
    session_id: UUID | None = None
    # How many compositions this run stands inside of.
    depth: int = 0
    progress: Progress = SILENT

    def key(self, step: str) -> str:
        """The same for the same step of the same run, however often it is tried: for an outside
        service that must not do it twice."""
        return f"{self.run_id}:{step}"


class DefinitionError(Exception):
    """A tool in the code is not well defined; the message names the module and the fault."""


Execute = Callable[[Any, ToolContext], ToolModel]
DryRun = Callable[[Any, ToolContext], Preview]
Aggregate = Callable[[Sequence[dict[str, Any]]], dict[str, Any]]


@dataclass(frozen=True)
class ToolDefinition:
    slug: str
    name: str
    description: str
    category: str
    icon: str
    effect: Effect
    input_model: type[ToolModel]
    output_model: type[ToolModel]
    execute: Execute
    module: str
    sections: tuple[Section, ...] = ()
    collaborative: bool = False
    aggregate: Aggregate | None = None
    aggregate_sections: tuple[Section, ...] = ()
    required_permissions: tuple[str, ...] = ()
    tenant_slugs: frozenset[str] = frozenset()
    policy: Policy = Policy.AUTO
    origin: Origin = Origin.CUSTOM
    dry_run: DryRun | None = None
    # May be begun again after a crash though it changes something: a second time changes no more.
    idempotent: bool = False
    # What it changes and the event that says so are one transaction. Not so for a tool that runs
    # others, which are written down by themselves.
    atomic: bool = True
    # The longest that a background run may take; 0 is what the installation says.
    timeout_seconds: int = 0
    examples: tuple[dict[str, Any], ...] = ()

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """Made once, shared by the catalogues of all tenants: nobody may change it."""
        return self.input_model.model_json_schema(mode="validation")

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        return self.output_model.model_json_schema(mode="serialization")


def define(function: Execute, *, effect: str, slug: str, **options: Any) -> ToolDefinition:
    """Build a definition from a function. Raises `DefinitionError` naming its module."""
    module = function.__module__
    _check(module, slug, effect, options)
    input_model, output_model = _models(function, slug)
    for name in ("sections", "aggregate_sections", "required_permissions", "examples"):
        options[name] = tuple(options.get(name, ()))
    options["tenant_slugs"] = frozenset(options.get("tenant_slugs", ()))
    try:
        return ToolDefinition(
            slug=slug,
            description=inspect.cleandoc(function.__doc__ or ""),
            effect=Effect(effect),
            input_model=input_model,
            output_model=output_model,
            execute=function,
            module=module,
            **options,
        )
    except TypeError as error:
        # An option that is missing or that there is not.
        raise DefinitionError(f"{module}: {slug}: {error}") from error


def _check(module: str, slug: str, effect: str, options: dict[str, Any]) -> None:
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        raise DefinitionError(f"{module}: {slug!r} is no slug (a-z, 0-9, single hyphens, ≤ 64).")
    if effect not in set(Effect):
        raise DefinitionError(f"{module}: {slug} needs an effect: read, mutate or destructive.")
    unknown = [code for code in options.get("required_permissions", ()) if code not in RIGHTS]
    if unknown:
        raise DefinitionError(f"{module}: {slug} asks for unknown rights {', '.join(unknown)}.")
    if bool(options.get("collaborative")) != bool(options.get("aggregate")):
        raise DefinitionError(f"{module}: {slug} is collaborative only with an aggregate.")


def _models(function: Execute, slug: str) -> tuple[type[ToolModel], type[ToolModel]]:
    """The annotations of the first parameter and of the result are the schemas."""
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters)
    found = (hints.get(parameters[0]) if parameters else None, hints.get("return"))
    for model, what in zip(found, ("an input", "an output"), strict=True):
        if not (isinstance(model, type) and issubclass(model, ToolModel)):
            raise DefinitionError(
                f"{function.__module__}: {slug} needs {what} model (a ToolModel) as annotation."
            )
    if not function.__doc__:
        raise DefinitionError(f"{function.__module__}: {slug} needs a docstring: its description.")
    return found  # type: ignore[return-value]  # checked above
