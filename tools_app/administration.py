"""The tools of a workspace as those see them who administer them."""

from dataclasses import dataclass
from functools import cached_property

from accounts.principal import Principal
from tools_app.activity import latest_changes
from tools_app.composed import step_slugs
from tools_app.definitions import Effect
from tools_app.documents import complete, working_copy
from tools_app.icons import icon_or_fallback
from tools_app.models import Tool, ToolChange
from tools_app.overrides import asking, overridden, said
from tools_app.resolved import ResolvedTool, ToolKind, shape_of
from tools_app.resolver import catalogue, every_row, platform_rows

SHAPES = {
    "prompt/direct": "Prompt",
    "prompt/skill": "Skill",
    "prompt/agent": "Agent",
    "task": "Task",
    "composition": "Composition",
    "": "Not said yet",
}


@dataclass(frozen=True)
class OwnTool:
    """A tool of the workspace's own: what is live, and whether there is more than that."""

    row: Tool
    shadowed: bool
    last: ToolChange | None

    @cached_property
    def shown(self) -> dict[str, object]:
        """What is live; of what never was, the draft."""
        if self.row.published_at:
            return {name: getattr(self.row, name) for name in complete({})}
        return working_copy(self.row)

    @property
    def slug(self) -> str:
        return self.row.slug

    @property
    def name(self) -> str:
        return str(self.shown["name"] or self.slug)

    @property
    def category(self) -> str:
        return str(self.shown["category"])

    @property
    def icon(self) -> str:
        return icon_or_fallback(str(self.shown["icon"]))

    @property
    def effect(self) -> str:
        return str(self.shown["effect"])

    @property
    def shape(self) -> str:
        execution = self.shown["execution"]
        shape = shape_of(execution if isinstance(execution, dict) else None)
        return SHAPES.get(shape, shape)

    @property
    def published(self) -> bool:
        return self.row.published_at is not None

    @property
    def unpublished_changes(self) -> bool:
        return self.published and self.row.draft is not None

    @property
    def enabled(self) -> bool:
        return self.row.enabled is not False

    @property
    def states(self) -> set[str]:
        """By which the list is filtered."""
        drafted = not self.published or self.unpublished_changes
        on = self.published and self.enabled and not self.shadowed
        found = {"live": on, "draft": drafted, "off": self.published and not self.enabled}
        return {name for name, holds in found.items() if holds}


@dataclass(frozen=True)
class CodeTool:
    """A tool that comes with the product, as it is in effect here."""

    tool: ResolvedTool
    overridden: list[str]
    asking: list[str]
    denied: bool
    last: ToolChange | None

    @property
    def slug(self) -> str:
        return self.tool.slug

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def category(self) -> str:
        return self.tool.category

    @property
    def icon(self) -> str:
        return icon_or_fallback(self.tool.icon)

    @property
    def effect(self) -> Effect:
        return self.tool.effect

    @property
    def enabled(self) -> bool:
        return self.tool.visible

    @property
    def states(self) -> set[str]:
        found = {
            "live": self.enabled,
            "off": not self.enabled,
            "overridden": bool(self.overridden),
            "asks": bool(self.asking),
        }
        return {name for name, holds in found.items() if holds}


def own_tools(*, principal: Principal) -> list[OwnTool]:
    principal.require("tools.tenant.update")
    shadowed = {tool.slug for tool in catalogue().shadowed}
    last = latest_changes()
    rows = [row for row in every_row() if row.kind == Tool.Kind.CUSTOM]
    found = [OwnTool(row, row.slug in shadowed, last.get(row.slug)) for row in rows]
    return sorted(found, key=lambda tool: tool.name.lower())


def code_tools(*, principal: Principal) -> list[CodeTool]:
    principal.require("tools.tenant.update")
    rows = {row.slug: row for row in every_row() if row.kind == Tool.Kind.OVERRIDE}
    operators, last = platform_rows(), latest_changes()
    tools = [tool for tool in catalogue().tools.values() if tool.kind == ToolKind.CODE]
    found = [
        CodeTool(
            tool=tool,
            overridden=overridden(rows.get(tool.slug)),
            asking=asking(tool.definition, rows.get(tool.slug)) if tool.definition else [],
            denied=said(operators.get(tool.slug), "enabled") is False,
            last=last.get(tool.slug),
        )
        for tool in tools
    ]
    return sorted(found, key=lambda tool: tool.name.lower())


def tools_using(*, principal: Principal, slug: str) -> list[ResolvedTool]:
    """The compositions that run this tool as a step."""
    principal.require("tools.tenant.update")
    return [tool for tool in catalogue().ordered if slug in step_slugs(tool.execution)]
