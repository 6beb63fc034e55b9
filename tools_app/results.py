"""The result of a run, as blocks, for whoever looks at it."""

from typing import Any

from accounts.principal import Principal
from sessions_app.runs import ToolRun
from tools_app.outputs.blocks import Block, blocks_of
from tools_app.outputs.naming import named
from tools_app.resolved import ResolvedTool


def blocks_of_run(
    principal: Principal,
    tool: ResolvedTool | None,
    run: ToolRun,
    output: Any,
    schema: dict[str, Any] | None = None,
) -> list[Block]:
    """Only of a success: what a failed run left is for debugging, under Raw. `tool` is None where it
    is gone or hidden by now; `output` is as the tool gave it or as it was kept; `schema` is the
    output's, where it is not the one that the tool has now."""
    if run.status != "success":
        return []
    made = blocks_of(
        sections=tool.sections if tool else (),
        output=output,
        schema=schema or (tool.output_schema if tool else None),
        slug=run.tool_slug,
    )
    return named(made, principal)
