"""What a call of `manage-tools` would change, told before anybody agrees to it. Writes nothing."""

from typing import Any

from accounts.principal import Principal
from config.errors import InvalidInput
from tools_app import access
from tools_app.authoring import StaleRevision
from tools_app.definitions import Preview
from tools_app.documents import complete, document_of
from tools_app.faults import draft_faults, publishing_faults, slug_faults
from tools_app.resolved import ResolvedTool
from tools_app.resolver import row_of

SHOWN = (
    *("name", "description", "category", "icon", "effect", "policy"),
    *("enabled", "input_schema", "output_schema", "execution"),
)


def creation(principal: Principal, slug: str, values: dict[str, Any]) -> Preview:
    """Raises `InvalidInput`: what could not be saved is not proposed."""
    document = complete(values)
    faults = slug_faults(slug)
    faults += publishing_faults(principal=principal, slug=slug, document=document)
    if faults:
        raise InvalidInput(faults=faults)
    name = str(values["name"])
    return Preview(summary=f"Create the tool {name}", target=name, after={"slug": slug, **values})


def change(principal: Principal, slug: str, revision: int, values: dict[str, Any]) -> Preview:
    """Raises `InvalidInput`, `NotFound` and `StaleRevision`."""
    tool = access.tool_to_see(principal=principal, slug=slug)
    faults = draft_faults(principal=principal, slug=slug, saved=tool, values=values)
    if faults:
        raise InvalidInput(faults=faults)
    if tool.revision != revision:
        raise StaleRevision(f"It is at revision {tool.revision} now. Fetch it and try again.")
    known = _said(tool)
    before = {name: known[name] for name in values if name in known}
    return Preview(
        summary=f"Change the tool {tool.name}", target=tool.name, before=before, after=values
    )


def deletion(principal: Principal, slug: str) -> Preview:
    """Raises `NotFound`."""
    tool = access.tool_to_see(principal=principal, slug=slug)
    what = "what this workspace changed of" if tool.definition else "the tool"
    before = {"slug": slug, **_said(tool)}
    return Preview(summary=f"Delete {what} {tool.name}", target=tool.name, before=before)


def _said(tool: ResolvedTool) -> dict[str, Any]:
    """As the row of a tool of the workspace's own says it, or else as it is now."""
    if tool.definition is None and (row := row_of(tool)):
        found = document_of(row)
        return {name: found[name] for name in SHOWN if name in found}
    shown = {name: getattr(tool, name, None) for name in SHOWN if name != "enabled"}
    return {
        **shown,
        "effect": tool.effect.value,
        "policy": tool.policy.value,
        "enabled": tool.visible,
    }
