"""Which tools a tenant has: the code's, patched by the platform's rows and its own, and its own.

The only read path. The merged catalogue is kept in memory under the versions that the request's
lookup of its tenant brought, so resolving costs no query, and a change is seen by the next request.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from tenants.context import current_tenant, find_tenant, working_in
from tenants.models import PLATFORM, Tenant
from tools_app.composed import composed
from tools_app.definitions import Effect, Origin, Policy, ToolDefinition
from tools_app.documents import complete
from tools_app.forms.spec import form_key, forms, ruled
from tools_app.models import Tool
from tools_app.registry import registry
from tools_app.resolved import Grants, ResolvedTool, ToolKind


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All tools of a tenant, hidden ones too; `access` says who may see what."""

    tools: MappingProxyType[str, ResolvedTool]
    shadowed: tuple[ResolvedTool, ...] = ()
    ordered: tuple[ResolvedTool, ...] = field(default=())
    has_grants: bool = False


def catalogue() -> Catalogue:
    """Of the tenant in use."""
    tenant = current_tenant()
    platform_version = tenant.platform_catalog_version or find_tenant(PLATFORM).catalog_version
    return _build(tenant.pk, tenant.catalog_version, platform_version)


def resolve(slug: str) -> ResolvedTool | None:
    """One tool, visible or not; None when the tenant has no such tool at all."""
    return catalogue().tools.get(slug)


def unpublished(slug: str) -> ResolvedTool | None:
    """A tool of the tenant's own that callers have never got, as its draft has it. Costs a query;
    it is in no catalogue, so no list, step or caller finds it."""
    row = _with_grants().filter(slug=slug, kind=Tool.Kind.CUSTOM, published_at=None).first()
    if row is None:
        return None
    for name, value in complete(row.draft or {}).items():
        setattr(row, name, value)
    row.effect = row.effect or Effect.READ
    return replace(_custom(row), visible=False, published=False)


def row_of(tool: ResolvedTool) -> Tool | None:
    """The tenant's row behind a tool, draft and all; for its authors."""
    return Tool.objects.filter(pk=tool.row_id).first() if tool.row_id else None


def every_row() -> list[Tool]:
    """All rows of the tenant, drafts and all; for those who administer tools."""
    return list(Tool.objects.order_by("kind", "slug"))


def platform_rows() -> dict[str, Tool]:
    """The operators' overrides, by slug."""
    return _platform_rows(current_tenant())


def override_rows(tool: ResolvedTool) -> tuple[Tool | None, Tool | None]:
    """The platform's and the tenant's rows over a tool of the code."""
    return platform_rows().get(tool.slug), row_of(tool)


def _with_grants() -> QuerySet[Tool]:
    return Tool.objects.prefetch_related("user_grants", "group_grants__group")


def catalogue_changed() -> None:
    """Call in the transaction of any change to this tenant's tools."""
    tenant = current_tenant()
    Tenant.objects.filter(pk=tenant.pk).update(catalog_version=F("catalog_version") + 1)


@lru_cache(maxsize=5_000)
def _build(tenant_id: UUID, version: int, platform_version: int) -> Catalogue:  # noqa: ARG001 - the key
    tenant = current_tenant()
    platform = _platform_rows(tenant)
    # Drafts are nothing that callers get.
    rows = list(_with_grants().filter(published_at__isnull=False).defer("draft"))
    own = {row.slug: row for row in rows if row.kind == Tool.Kind.OVERRIDE}
    tools = {
        definition.slug: _merge(definition, platform.get(definition.slug), own.get(definition.slug))
        for definition in registry
        if _allowed(definition, tenant.slug)
    }
    customs = [_custom(row) for row in rows if row.kind == Tool.Kind.CUSTOM]
    shadowed = [replace(tool, shadowed=True) for tool in customs if tool.slug in tools]
    tools.update({tool.slug: tool for tool in customs if tool.slug not in tools})
    tools = {slug: composed(tool, tools) for slug, tool in tools.items()}
    ordered = tuple(sorted(tools.values(), key=lambda tool: (tool.kind, tool.slug)))
    has_grants = any(tool.grants for tool in ordered)
    return Catalogue(MappingProxyType(tools), tuple(shadowed), ordered, has_grants)


def _platform_rows(tenant: Tenant) -> dict[str, Tool]:
    """The platform's overrides apply to every tenant."""
    if tenant.is_platform:
        return {}
    with working_in(find_tenant(PLATFORM)):
        return {row.slug: row for row in Tool.objects.filter(kind=Tool.Kind.OVERRIDE)}


def _allowed(definition: ToolDefinition, slug: str) -> bool:
    """An allowlist that names other tenants hides the tool as if it did not exist."""
    return not definition.tenant_slugs or slug in definition.tenant_slugs


def _merge(definition: ToolDefinition, platform: Tool | None, own: Tool | None) -> ResolvedTool:
    rows = [row for row in (platform, own) if row is not None]
    input_schema = ruled(definition.input_schema, forms.find(form_key(definition.slug)))
    for row in rows:
        if row.field_texts:
            input_schema = with_texts(input_schema, row.field_texts)
    return ResolvedTool(
        slug=definition.slug,
        kind=ToolKind.CODE,
        name=_last(rows, "name", definition.name),
        description=_last(rows, "description", definition.description),
        category=_last(rows, "category", definition.category),
        icon=_last(rows, "icon", definition.icon),
        effect=definition.effect,
        policy=_policy(definition, platform, own),
        visible=_visible(definition.origin, [row.enabled for row in rows]),
        input_schema=input_schema,
        output_schema=definition.output_schema,
        required_permissions=frozenset(definition.required_permissions).union(
            *(row.required_permissions for row in rows)
        ),
        origin=definition.origin,
        collaborative=definition.collaborative,
        sections=definition.sections,
        default_input={key: value for row in rows for key, value in row.default_input.items()},
        definition=definition,
        grants=_grants(own),
        row_id=own.pk if own else None,
        revision=own.revision if own else 0,
    )


def _last(rows: list[Tool], name: str, value: str) -> str:
    """The nearest row that says something wins: tenant, then platform, then code."""
    said = [getattr(row, name) for row in rows if getattr(row, name)]
    return str(said[-1]) if said else value


def _policy(definition: ToolDefinition, platform: Tool | None, own: Tool | None) -> Policy:
    """Each may ask where the others do not; nobody may stop asking where another one asks."""
    said = {
        definition.policy,
        *(Policy(row.policy) for row in (platform, own) if row and row.policy),
    }
    return Policy.ALWAYS_ASK if Policy.ALWAYS_ASK in said else Policy.AUTO


def _visible(origin: Origin, said: Iterable[bool | None]) -> bool:
    """Deny wins. Custom tools are there unless turned off; system tools only when turned on."""
    answers = set(said)
    if False in answers:
        return False
    return True in answers if origin == Origin.SYSTEM else True


def _grants(row: Tool | None) -> Grants:
    if row is None:
        return Grants()
    return Grants(
        users=frozenset(grant.user_id for grant in row.user_grants.all()),
        roles=frozenset(grant.group.name for grant in row.group_grants.all()),
    )


def _custom(row: Tool) -> ResolvedTool:
    return ResolvedTool(
        slug=row.slug,
        kind=ToolKind.CUSTOM,
        name=row.name,
        description=row.description,
        category=row.category,
        icon=row.icon,
        effect=Effect(row.effect),
        policy=Policy(row.policy or Policy.AUTO),
        visible=row.enabled is not False,
        input_schema=row.input_schema or {},
        output_schema=row.output_schema or {},
        required_permissions=frozenset(row.required_permissions),
        default_input=row.default_input,
        execution=row.execution,
        collaborative=bool(row.aggregates),
        aggregates=tuple(row.aggregates or ()),
        grants=_grants(row),
        row_id=row.pk,
        revision=row.revision,
    )


def with_texts(schema: dict[str, Any], texts: dict[str, Any]) -> dict[str, Any]:
    """Labels and help of top-level properties, replaced by a tenant's words."""
    properties = dict(schema.get("properties", {}))
    for key, words in texts.items():
        if key in properties:
            known = {name: words[name] for name in ("title", "description") if name in words}
            properties[key] = {**properties[key], **known}
    return {**schema, "properties": properties}
