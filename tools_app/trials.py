"""Trying a tool before it is saved: what is saved, with what is not yet."""

from dataclasses import replace
from typing import Any

from accounts.principal import Principal
from config.errors import InvalidInput
from tools_app import access
from tools_app.composed import composed
from tools_app.definitions import Effect, Policy
from tools_app.faults import draft_faults
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import catalogue, resolve, with_texts

PLAIN = ("name", "description", "category", "icon", "default_input")
SCHEMAS = ("input_schema", "output_schema", "execution")


def tool_to_test(*, principal: Principal, slug: str, draft: dict[str, Any] | None) -> ResolvedTool:
    """Those who author tools may test hidden ones too, and ones that are not saved at all.

    Raises `NotFound`, `PermissionDenied`, and `InvalidInput` at the fields of the draft."""
    principal.require("tools.tenant.update")
    principal.require("tools.team.execute")
    if draft is None:
        return access.tool_to_see(principal=principal, slug=slug)
    saved = resolve(slug)
    faults = draft_faults(principal=principal, slug=slug, saved=saved, values=draft)
    if faults:
        raise InvalidInput(faults=[replace(f, pointer=f"/draft{f.pointer}") for f in faults])
    return composed(_drafted(saved or blank(slug), draft), catalogue().tools)


def blank(slug: str) -> ResolvedTool:
    """A tool of the tenant's own that says nothing yet."""
    return ResolvedTool(
        slug=slug,
        kind=ToolKind.CUSTOM,
        name="",
        description="",
        category="",
        icon="",
        effect=Effect.READ,
        policy=Policy.AUTO,
        visible=True,
        input_schema={},
        output_schema={},
    )


def _drafted(tool: ResolvedTool, draft: dict[str, Any]) -> ResolvedTool:
    changes = {name: draft[name] for name in (*PLAIN, *SCHEMAS) if name in draft}
    if draft.get("effect"):
        changes["effect"] = Effect(draft["effect"])
    if draft.get("policy"):
        changes["policy"] = Policy(draft["policy"])
    schema = changes.get("input_schema", tool.input_schema)
    changes["input_schema"] = with_texts(schema, draft.get("field_texts", {}))
    return replace(tool, **changes)
