"""A tool as one tenant sees it, after code, platform and tenant have been merged."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any
from uuid import UUID

from tools_app.definitions import Effect, Origin, Policy, Section, ToolDefinition
from tools_app.schemas.canonical import digest


class ToolKind(StrEnum):
    CODE = "code"
    CUSTOM = "tenant_custom"


class ToolSource(StrEnum):
    """Who made it."""

    BUILTIN = "builtin"
    TENANT = "tenant"


def shape_of(execution: dict[str, Any] | None) -> str:
    """By which a runner is found, such as `prompt/direct`; nothing without an execution."""
    given = execution or {}
    shape = str(given.get("shape", ""))
    return f"{shape}/{given.get('mode', '')}" if shape == "prompt" else shape


@dataclass(frozen=True)
class Grants:
    """Who may run a restricted tool; empty means everybody with the rights."""

    users: frozenset[UUID] = frozenset()
    roles: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.users or self.roles)


@dataclass(frozen=True)
class ResolvedTool:
    slug: str
    kind: ToolKind
    name: str
    description: str
    category: str
    icon: str
    effect: Effect
    policy: Policy
    visible: bool
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    required_permissions: frozenset[str] = frozenset()
    origin: Origin | None = None
    collaborative: bool = False
    # Of a tool of the tenant's own: what a group's answers say together.
    aggregates: tuple[dict[str, Any], ...] = ()
    sections: tuple[Section, ...] = ()
    default_input: dict[str, Any] = field(default_factory=dict)
    definition: ToolDefinition | None = None
    execution: dict[str, Any] | None = None
    grants: Grants = Grants()
    # Of the tenant's row, if it has one.
    row_id: UUID | None = None
    revision: int = 0
    # Callers have never got a tool that is not published; it is what its draft says.
    published: bool = True
    # A tool of the tenant's own whose slug a release of the code has taken.
    shadowed: bool = False

    @cached_property
    def input_digest(self) -> str:
        """Computed once a catalogue; the validators are kept under it."""
        return digest(self.input_schema)

    @cached_property
    def output_digest(self) -> str:
        return digest(self.output_schema)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether any field of the input is declared secret."""
        return '"x-secret": true' in json.dumps(self.input_schema)

    @cached_property
    def has_conditions(self) -> bool:
        """Whether any field of the input is there only sometimes."""
        return '"x-visible-when": ' in json.dumps(self.input_schema)

    @cached_property
    def mirrors_arguments(self) -> bool:
        """Whether MCP clients are asked to repeat arguments in headers, for what stands between."""
        return '"x-mcp-header": ' in json.dumps(self.input_schema)

    @property
    def shape(self) -> str:
        """Of its execution; nothing for a tool of the code."""
        return shape_of(self.execution)

    @property
    def source(self) -> ToolSource:
        return ToolSource.BUILTIN if self.kind == ToolKind.CODE else ToolSource.TENANT

    @property
    def id(self) -> str:
        """Fully qualified: who made it, and its slug."""
        return f"{self.source}:{self.slug}"
