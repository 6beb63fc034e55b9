"""The input of a run as its tool will get it."""

from typing import Any

from tools_app.forms.conditions import effective_schema, pruned
from tools_app.resolved import ResolvedTool
from tools_app.schemas.validation import require_valid


def valid_input(tool: ResolvedTool, payload: dict[str, Any]) -> dict[str, Any]:
    """Without what its own conditions hide, which is not required either. Raises `InvalidInput`."""
    if not tool.has_conditions:
        require_valid(tool.input_schema, payload, digest=tool.input_digest, parsed=True)
        return payload
    kept: dict[str, Any] = pruned(tool.input_schema, payload)
    require_valid(effective_schema(tool.input_schema, kept), kept)
    return kept
