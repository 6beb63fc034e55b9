"""What a workspace changes of a tool that comes with the product: a patch against the definition.

The patch remembers what the code said of each field when the field was overridden. When a release
changes the definition underneath, authors see both, and are asked only where both changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from accounts.principal import Principal
from config.errors import Conflict, Fault
from tools_app import access
from tools_app.definitions import Origin, Policy, ToolDefinition
from tools_app.documents import OVERRIDABLE
from tools_app.models import Tool
from tools_app.resolved import ResolvedTool
from tools_app.resolver import override_rows
from tools_app.schemas.canonical import digest

BY_KEY = ("default_input", "field_texts")
"""Overridden key by key: a key that is not named stays as it is."""


class NotOverridden(Conflict):
    code, title = "not_overridden", "This is a tool of the workspace's own"


class Winner(StrEnum):
    CODE = "code"
    PLATFORM = "platform"
    TENANT = "tenant"
    COMBINED = "combined"


@dataclass(frozen=True)
class FieldStanding:
    """One field: what the code said when it was overridden, what everyone says now, who wins."""

    field: str
    code_then: Any
    code_now: Any
    platform: Any
    tenant: Any
    effective: Any
    winner: Winner

    @property
    def asks(self) -> bool:
        """Both changed it: the workspace by its override, and since then the code."""
        overridden = self.tenant is not None
        return overridden and self.code_then != self.code_now and self.tenant != self.code_now


@dataclass(frozen=True)
class Override:
    slug: str
    revision: int
    definition_version: str
    saved_against: str | None
    fields: list[FieldStanding]

    @property
    def definition_changed(self) -> bool:
        return self.saved_against not in (None, self.definition_version)

    @property
    def asks(self) -> bool:
        return any(field.asks for field in self.fields)


def override_to_see(*, principal: Principal, slug: str) -> Override:
    """Raises `NotFound`, and `NotOverridden` for a tool of the workspace's own."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    if tool.definition is None:
        raise NotOverridden("Change its draft, and publish that.")
    platform, own = override_rows(tool)
    code = code_values(tool.definition)
    return Override(
        slug=slug,
        revision=tool.revision,
        definition_version=version_of(tool.definition),
        saved_against=(own.definition_version or None) if own else None,
        fields=[_standing(name, code[name], tool, platform, own) for name in OVERRIDABLE],
    )


def code_values(definition: ToolDefinition) -> dict[str, Any]:
    """What the code says of each field that may be overridden."""
    fields = definition.input_schema.get("properties", {})
    return {
        "name": definition.name,
        "description": definition.description,
        "category": definition.category,
        "icon": definition.icon,
        "enabled": definition.origin != Origin.SYSTEM,
        "policy": str(definition.policy),
        "required_permissions": sorted(definition.required_permissions),
        "default_input": {
            key: rule["default"] for key, rule in fields.items() if "default" in rule
        },
        "field_texts": {key: _texts(rule) for key, rule in fields.items()},
    }


def _texts(rule: Mapping[str, Any]) -> dict[str, Any]:
    return {name: rule[name] for name in ("title", "description") if name in rule}


def version_of(definition: ToolDefinition) -> str:
    return digest(code_values(definition))


def rebase(row: Tool, definition: ToolDefinition, values: Mapping[str, Any]) -> None:
    """Remember what the code says of the fields that are overridden now. The caller saves."""
    code = code_values(definition)
    kept = dict(row.override_base)
    for name in values:
        kept.pop(name, None)
        if said(row, name) is not None:
            kept[name] = narrowed(name, code[name], getattr(row, name))
    row.override_base = kept
    row.definition_version = digest(code)


def said(row: Tool | None, name: str) -> Any:
    """What a row says of a field; None where it leaves it."""
    value = getattr(row, name) if row else None
    return value if value or value is False else None


def narrowed(name: str, value: Any, override: Any) -> Any:
    """What the code says of the keys that are overridden, where that goes key by key."""
    if name not in BY_KEY or not override:
        return value
    return {key: value[key] for key in override if key in value}


def loosening_faults(
    tool: ResolvedTool, platform: Tool | None, values: Mapping[str, Any]
) -> list[Fault]:
    """An override may ask where the code does not, never the other way round."""
    if values.get("policy") != Policy.AUTO or tool.definition is None:
        return []
    if tool.definition.policy == Policy.ALWAYS_ASK:
        words = "The tool always asks, as it comes. An override can only make it stricter."
    elif said(platform, "policy") == Policy.ALWAYS_ASK:
        words = "The operators let it always ask. An override can only make it stricter."
    else:
        return []
    return [Fault("/policy", "loosens", words)]


def overridden(row: Tool | None) -> list[str]:
    """The fields that a row says something about."""
    return [name for name in OVERRIDABLE if said(row, name) is not None]


def asking(definition: ToolDefinition, row: Tool | None) -> list[str]:
    """The fields that both the workspace and, since then, a release changed."""
    code = code_values(definition)
    found = []
    for name in overridden(row):
        tenant = said(row, name)
        now = narrowed(name, code[name], tenant)
        then = row.override_base.get(name, now) if row else now
        found += [name] if then != now and tenant != now else []
    return found


def _standing(
    name: str, code: Any, tool: ResolvedTool, platform: Tool | None, own: Tool | None
) -> FieldStanding:
    tenant = said(own, name)
    now = narrowed(name, code, tenant)
    then = own.override_base.get(name, now) if own and tenant is not None else now
    operators = said(platform, name)
    return FieldStanding(
        field=name,
        code_then=then,
        code_now=now,
        platform=operators,
        tenant=tenant,
        effective=_effective(name, tool, code),
        winner=_winner(name, code, operators, tenant),
    )


def _effective(name: str, tool: ResolvedTool, code: Any) -> Any:
    match name:
        case "enabled":
            return tool.visible
        case "required_permissions":
            return sorted(tool.required_permissions)
        case "field_texts":
            fields = tool.input_schema.get("properties", {})
            return {key: _texts(rule) for key, rule in fields.items()}
        case "default_input":
            return {**code, **tool.default_input}
        case _:
            return str(getattr(tool, name))


def _winner(name: str, code: Any, platform: Any, tenant: Any) -> Winner:
    said_by = {Winner.PLATFORM: platform, Winner.TENANT: tenant}
    speaking = [who for who, value in said_by.items() if value is not None]
    if not speaking:
        return Winner.CODE
    if name in BY_KEY or name == "required_permissions":
        return Winner.COMBINED if code or len(speaking) > 1 else speaking[0]
    strictest = {"enabled": False, "policy": Policy.ALWAYS_ASK.value}.get(name)
    if strictest is None:
        return speaking[-1]
    if code == strictest and name == "policy":
        return Winner.CODE
    denying = [who for who in speaking if said_by[who] == strictest]
    return denying[0] if denying else speaking[-1]
