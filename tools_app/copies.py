"""A new tool that starts as another one."""

from typing import Any

from accounts.principal import Principal
from tools_app import access
from tools_app.documents import Document, complete, working_copy
from tools_app.drafts import create_draft
from tools_app.models import Tool, ToolAction
from tools_app.resolved import ResolvedTool
from tools_app.resolver import row_of

LONGEST_NAME = 100
STEP = "original"


def duplicate_tool(*, principal: Principal, slug: str, new_slug: str, name: str = "") -> Tool:
    """A draft with the values of the other one. The copy of a tool that comes with the product runs
    the original as its only step. Raises `InvalidInput` at `/slug` where that is taken."""
    principal.require("tools.tenant.create")
    tool = access.tool_to_see(principal=principal, slug=slug)
    row = row_of(tool)
    values = _wrapped(tool) if tool.definition or row is None else working_copy(row)
    given: dict[str, Any] = {**values, "name": name or _copied(values["name"])}
    note = f"A copy of {tool.slug}"
    action = ToolAction.DUPLICATED
    return create_draft(principal=principal, slug=new_slug, action=action, note=note, **given)


def _copied(name: str) -> str:
    return f"{name[: LONGEST_NAME - 7]} (copy)"


def _wrapped(tool: ResolvedTool) -> Document:
    step = {"id": STEP, "tool": tool.slug, "input": {"var": "input"}}
    return complete(
        {
            "name": tool.name,
            "description": tool.description,
            "category": tool.category,
            "icon": tool.icon,
            "effect": tool.effect.value,
            "default_input": tool.default_input,
            "input_schema": tool.input_schema,
            "output_schema": tool.output_schema,
            "execution": {"shape": "composition", "steps": [step]},
        }
    )
