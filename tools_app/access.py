"""Fetching authorises: tools that a principal may see, run or change.

A tool that one may not see does not exist: `NotFound`, never "forbidden".
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Group
from django.db.models import QuerySet
from guardian.shortcuts import assign_perm

from accounts.models import User
from accounts.principal import Kind, Principal
from config.errors import NotFound
from tools_app.models import SchemaVersion, Tool
from tools_app.resolved import ResolvedTool
from tools_app.resolver import Catalogue, catalogue, resolve, unpublished


class ToolNotFound(NotFound):
    code, title = "tool_not_found", "There is no such tool"


def may_see(principal: Principal, tool: ResolvedTool) -> bool:
    """Allowlist and rows are the resolver's; what is left is the principal."""
    if principal.tools is not None:
        return _is_let_in(principal, tool)
    if not tool.visible or not principal.has("tools.team.read"):
        return False
    return tool.required_permissions <= principal.permissions and _granted(principal, tool)


def _is_let_in(principal: Principal, tool: ResolvedTool) -> bool:
    """By a link or an embed, which is the decision that this tool may be used. An embed outlives
    the tool's being hidden in the workspace; it ends by being disabled itself."""
    named = tool.slug in (principal.tools or ())
    return named and (tool.visible or principal.kind == Kind.EMBED)


def may_run(principal: Principal, tool: ResolvedTool) -> bool:
    return may_see(principal, tool) and principal.has("tools.team.execute")


def _granted(principal: Principal, tool: ResolvedTool) -> bool:
    grants = tool.grants
    if not grants or principal.has("tools.tenant.manage"):
        return True
    return principal.user_id in grants.users or principal.role.value in grants.roles


def visible_tools(*, principal: Principal) -> tuple[ResolvedTool, ...]:
    """Built-ins first, then the tenant's own, each by name."""
    principal.require("tools.team.read")
    tools = catalogue()
    # Without grants, whoever has the same rights sees the same tools.
    person = principal if tools.has_grants else replace(principal, **NOBODY)
    return _visible(tools, person)


NOBODY: dict[str, Any] = {"id": UUID(int=0), "user_id": UUID(int=0), "label": "", "email": ""}


@lru_cache(maxsize=1_000)
def _visible(tools: Catalogue, principal: Principal) -> tuple[ResolvedTool, ...]:
    return tuple(tool for tool in tools.ordered if may_see(principal, tool))


def tool_to_see(*, principal: Principal, slug: str) -> ResolvedTool:
    """Those who author tools see hidden ones too, and ones that were never published."""
    tool = resolve(slug)
    if tool and may_see(principal, tool):
        return tool
    if principal.has("tools.tenant.update") and (tool := tool or unpublished(slug)):
        return tool
    raise ToolNotFound(f"No tool here is called {slug}.")


def tool_to_open(*, principal: Principal, slug: str) -> ResolvedTool:
    """For its page: a hidden tool has none, whoever asks."""
    tool = resolve(slug)
    if tool is None or not may_see(principal, tool):
        raise ToolNotFound(f"No tool here is called {slug}.")
    return tool


def tool_if_seen(*, principal: Principal, slug: str) -> ResolvedTool | None:
    """For what mentions a tool that may be gone or hidden by now, such as a run."""
    tool = resolve(slug)
    return tool if tool and may_see(principal, tool) else None


def tool_to_run(*, principal: Principal, slug: str) -> ResolvedTool:
    """Raises `NotFound` for what one may not see, `PermissionDenied` for what one may not run."""
    tool = tool_to_open(principal=principal, slug=slug)
    principal.require("tools.team.execute")
    return tool


def versions_to_see(
    *, principal: Principal, slug: str, number: int | None = None, role: str = ""
) -> QuerySet[SchemaVersion]:
    """The history of the schemas of a tool's row; a code tool has none."""
    tool = tool_to_see(principal=principal, slug=slug)
    rows = SchemaVersion.objects.none()
    if tool.row_id:
        rows = SchemaVersion.objects.filter(subject_type="tool", subject_id=tool.row_id)
    if number is None:
        return rows
    rows = rows.filter(version_no=number, **({"role": role} if role else {}))
    if not rows.exists():
        raise NotFound(f"{slug} has no version {number}{f' of its {role}' if role else ''}.")
    return rows


def set_grants(row: Tool, people: Iterable[User], roles: Iterable[str]) -> None:
    """Exactly these, whoever had one before."""
    row.user_grants.all().delete()
    row.group_grants.all().delete()
    for person in people:
        assign_perm("tools_app.run_tool", person, row)
    for group in Group.objects.filter(name__in=roles):
        assign_perm("tools_app.run_tool", group, row)
