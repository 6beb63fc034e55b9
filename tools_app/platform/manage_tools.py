"""Authoring for models: one flat tool whose every action asks a person first."""

import json
from typing import Any, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from config.errors import Fault, InvalidInput
from tools_app import access, authoring
from tools_app.definitions import Effect, Origin, Policy, Preview, Section, ToolContext, ToolModel
from tools_app.descriptors import descriptor, meta
from tools_app.platform import foreseen
from tools_app.registry import tool
from tools_app.resolved import ResolvedTool

NEEDED = {
    "create": ("slug", "name", "effect", "input_schema", "output_schema", "execution"),
    "update": ("slug", "revision"),
    "delete": ("slug",),
    "get": ("slug",),
    "list": (),
}
LONGEST_JSON = 60_000
MOST = 200
PLAIN = ("name", "description", "category", "icon", "effect", "policy", "enabled")
DOCUMENTS = ("input_schema", "output_schema", "execution")


class ManageToolsInput(ToolModel):
    action: Literal["list", "get", "create", "update", "delete"] = Field(title="Action")
    slug: str = Field("", max_length=64, title="Slug", description="Of the tool; not its name.")
    revision: int = Field(
        -1, ge=-1, le=1_000_000_000, title="Revision", description="As you got it."
    )
    name: str = Field("", max_length=100, title="Name")
    description: str = Field("", max_length=5000, title="Description")
    category: str = Field("", max_length=50, title="Category")
    icon: str = Field("", max_length=50, title="Icon")
    effect: Literal["", "read", "mutate", "destructive"] = Field("", title="Effect")
    policy: Literal["", "auto", "always_ask"] = Field("", title="Policy")
    enabled: Literal["", "yes", "no"] = Field("", title="Enabled")
    input_schema: str = Field("", max_length=LONGEST_JSON, title="Input schema (JSON)")
    output_schema: str = Field("", max_length=LONGEST_JSON, title="Output schema (JSON)")
    execution: str = Field("", max_length=LONGEST_JSON, title="Execution (JSON)")
    note: str = Field("", max_length=500, title="Note")
    search: str = Field("", max_length=200, title="Search")

    @model_validator(mode="after")
    def _has_what_the_action_needs(self) -> Self:
        missing = [name for name in NEEDED[self.action] if getattr(self, name) in ("", -1)]
        if missing:
            fields = ", ".join(_json_name(name) for name in missing)
            words = f"The action {self.action} needs {fields}."
            raise PydanticCustomError("required", "{words}", {"words": words})
        return self


def _json_name(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


class Listed(ToolModel):
    slug: str
    name: str
    kind: str
    effect: str
    policy: str
    enabled: bool
    revision: int


class ManageToolsOutput(ToolModel):
    action: str
    slug: str
    revision: int | None
    # The whole tool as JSON text, for `get`.
    document: str | None
    tools: list[Listed]


def foresee(given: ManageToolsInput, context: ToolContext) -> Preview:
    """For whoever is asked to agree."""
    who = context.principal
    values = {name: value for name, value in _values(given).items() if name != "note"}
    if given.action == "create":
        return foreseen.creation(who, given.slug, values)
    if given.action == "update":
        return foreseen.change(who, given.slug, given.revision, values)
    if given.action == "delete":
        return foreseen.deletion(who, given.slug)
    what = f"the tool {given.slug}" if given.action == "get" else "the tools of the workspace"
    return Preview(summary=f"Read {what}")


@tool(
    slug="manage-tools",
    name="Manage tools",
    category="platform",
    icon="hammer",
    effect=Effect.DESTRUCTIVE,
    policy=Policy.ALWAYS_ASK,
    origin=Origin.SYSTEM,
    required_permissions=["tools.tenant.update"],
    sections=[Section("tools", "Tools", "table")],
    examples=[{"action": "list"}],
    dry_run=foresee,
)
def manage_tools(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    """Lists, reads, creates, changes and deletes the tools of the workspace. Every action, reading
    too, waits until a person agrees. Use it when the user asks for a new tool or a change to one.
    Do not use it to run a tool, and do not use it to look around: list-tools and get-tool are
    cheaper. Pass a slug, not a name; schemas and the execution are JSON as text; for update, the
    revision that get gave back."""
    return ACTIONS[given.action](given, context)


def _list(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    wanted = given.search.casefold()
    found = [
        each
        for each in access.visible_tools(principal=context.principal)
        if wanted in f"{each.slug} {each.name}".casefold()
    ]
    return _told(given, tools=[_listed(each) for each in found[:MOST]])


def _listed(found: ResolvedTool) -> Listed:
    told = meta(found)
    return Listed(**{name: told[name] for name in Listed.model_fields})


def _get(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    found = access.tool_to_see(principal=context.principal, slug=given.slug)
    text = json.dumps({**descriptor(found), "execution": found.execution}, ensure_ascii=False)
    return _told(given, revision=found.revision, document=text)


def _create(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    row = authoring.create_tool(principal=context.principal, slug=given.slug, **_values(given))
    return _told(given, revision=row.revision)


def _update(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    row = authoring.change_tool(
        principal=context.principal, slug=given.slug, revision=given.revision, **_values(given)
    )
    return _told(given, revision=row.revision)


def _delete(given: ManageToolsInput, context: ToolContext) -> ManageToolsOutput:
    authoring.delete_tool(principal=context.principal, slug=given.slug)
    return _told(given)


def _values(given: ManageToolsInput) -> dict[str, Any]:
    """What was said; nothing else is changed."""
    said = {name: getattr(given, name) for name in PLAIN if getattr(given, name)}
    if "enabled" in said:
        said["enabled"] = said["enabled"] == "yes"
    documents = {name: _parsed(given, name) for name in DOCUMENTS if getattr(given, name)}
    return {**said, **documents, "note": given.note}


def _parsed(given: ManageToolsInput, name: str) -> dict[str, Any]:
    try:
        value = json.loads(getattr(given, name))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        fault = Fault(f"/{_json_name(name)}", "json", "A JSON object as text is needed.")
        raise InvalidInput(f"{given.action}: {_json_name(name)} is no JSON object.", faults=[fault])
    return value


def _told(given: ManageToolsInput, **facts: Any) -> ManageToolsOutput:
    empty: dict[str, Any] = {"revision": None, "document": None, "tools": []}
    return ManageToolsOutput(action=given.action, slug=given.slug, **{**empty, **facts})


ACTIONS = {"list": _list, "get": _get, "create": _create, "update": _update, "delete": _delete}
