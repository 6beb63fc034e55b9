"""Creating, changing and deleting a tenant's tools: the one write path for the table."""

from typing import Any

from django.db import IntegrityError, transaction

from accounts.catalogue import RIGHTS
from accounts.principal import Principal
from config.errors import AppError, Fault, InvalidInput
from tools_app import access
from tools_app.aggregates.declared import aggregate_faults
from tools_app.definitions import LONGEST_SLUG, SLUG, Effect, Policy
from tools_app.execution.faults import execution_faults
from tools_app.models import SchemaVersion, Tool
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import catalogue, catalogue_changed, resolve
from tools_app.schemas.limits import schema_faults
from tools_app.versions import keep_version

SUBJECT = "tool"
OVERRIDABLE = frozenset(
    {
        *("enabled", "name", "description", "category", "icon", "policy"),
        *("required_permissions", "default_input", "field_texts"),
    }
)
OF_CUSTOM = frozenset(
    {*OVERRIDABLE, "effect", "input_schema", "output_schema", "execution", "aggregates"}
)


class StaleRevision(AppError):
    status, code, title = 412, "stale_revision", "Somebody changed this tool in the meantime"


class RevisionRequired(AppError):
    status, code, title = 428, "revision_required", "Say which revision you are changing"


def create_tool(*, principal: Principal, slug: str, note: str = "", **values: Any) -> Tool:
    """A tool of the tenant's own. Raises `InvalidInput` naming each faulty field."""
    principal.require("tools.tenant.create")
    faults = draft_faults(principal=principal, slug=slug, saved=None, values=values)
    if faults:
        raise InvalidInput(faults=faults)
    row = Tool(slug=slug, kind=Tool.Kind.CUSTOM, **values)
    try:
        with transaction.atomic():
            row.save()
            _keep_versions(principal, row, note)
            catalogue_changed()
    except IntegrityError as error:
        fault = Fault("/slug", "taken", "A tool of this workspace has this address already.")
        raise InvalidInput(faults=[fault]) from error
    return row


def change_tool(
    *, principal: Principal, slug: str, revision: int, note: str = "", **values: Any
) -> Tool:
    """Change a tool of one's own, or override one of the code. `revision` is what the caller saw."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    faults = draft_faults(principal=principal, slug=slug, saved=tool, values=values)
    if faults:
        raise InvalidInput(faults=faults)
    with transaction.atomic():
        row = locked_row(tool)
        if row.revision != revision:
            raise StaleRevision(f"It is at revision {row.revision} now. Fetch it and try again.")
        for name, value in values.items():
            setattr(row, name, value)
        row.revision = revision + 1
        row.save()
        _keep_versions(principal, row, note)
        catalogue_changed()
    return row


def delete_tool(*, principal: Principal, slug: str) -> None:
    """A tool of one's own goes; of a code tool, only the override does."""
    principal.require("tools.tenant.delete")
    tool = access.tool_to_see(principal=principal, slug=slug)
    with transaction.atomic():
        row = locked_row(tool)
        if not row._state.adding:
            row.delete()
            catalogue_changed()


def locked_row(tool: ResolvedTool) -> Tool:
    """The row to write; for a code tool without one, a new override."""
    kind = Tool.Kind.CUSTOM if tool.kind == ToolKind.CUSTOM else Tool.Kind.OVERRIDE
    row = Tool.objects.select_for_update().filter(slug=tool.slug, kind=kind).first()
    return row or Tool(slug=tool.slug, kind=kind, revision=0)


def _keep_versions(principal: Principal, row: Tool, note: str) -> None:
    schemas = {"input": row.input_schema, "output": row.output_schema}
    for role, schema in schemas.items():
        if schema is not None:
            keep_version(
                principal=principal,
                subject_type=SUBJECT,
                subject_id=row.pk,
                role=SchemaVersion.Role(role),
                schema=schema,
                note=note,
            )


# -- Faults -----------------------------------------------------------------------------------


def draft_faults(
    *, principal: Principal, slug: str, saved: ResolvedTool | None, values: dict[str, Any]
) -> list[Fault]:
    """What is wrong with what somebody wants to save, or to try before that."""
    if saved is None:
        faults = [*_slug_faults(slug), *_missing_faults(values)]
    else:
        faults = _unknown_faults(saved, values)
    faults += _value_faults(values)
    if values.get("aggregates"):
        effect = values.get("effect") or (saved.effect.value if saved else "")
        schema = values.get("output_schema") or (saved.output_schema if saved else {})
        faults += aggregate_faults(values["aggregates"], schema, effect)
    if values.get("execution"):
        faults += execution_faults(
            values["execution"], slug=slug, principal=principal, tools=catalogue().tools
        )
    return faults


def _slug_faults(slug: str) -> list[Fault]:
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        words = "Lower-case letters, digits and single hyphens, at most 64 characters."
        return [Fault("/slug", "invalid", words)]
    taken = resolve(slug)
    if taken and taken.kind == ToolKind.CODE:
        return [Fault("/slug", "taken", "A tool that comes with the product has this address.")]
    return []


def _missing_faults(values: dict[str, Any]) -> list[Fault]:
    needed = ("name", "effect", "input_schema", "output_schema", "execution")
    return [
        Fault(f"/{name}", "required", "This is needed.") for name in needed if not values.get(name)
    ]


def _unknown_faults(tool: ResolvedTool, values: dict[str, Any]) -> list[Fault]:
    """An override replaces no schema and no execution."""
    allowed = OVERRIDABLE if tool.kind == ToolKind.CODE else OF_CUSTOM
    words = "A tool that comes with the product lets this not be overridden."
    return [Fault(f"/{name}", "not_overridable", words) for name in values if name not in allowed]


def _value_faults(values: dict[str, Any]) -> list[Fault]:
    faults = [
        fault
        for name in ("input_schema", "output_schema")
        if values.get(name) is not None
        for fault in schema_faults(values[name], f"/{name}")
    ]
    for index, code in enumerate(values.get("required_permissions", ())):
        if code not in RIGHTS:
            words = f"There is no right {code!r}."
            faults.append(Fault(f"/required_permissions/{index}", "unknown", words))
    choices = {"effect": Effect, "policy": Policy}
    for name, allowed in choices.items():
        if values.get(name) and values[name] not in set(allowed):
            words = f"One of {', '.join(allowed)}."
            faults.append(Fault(f"/{name}", "unknown", words))
    return faults
