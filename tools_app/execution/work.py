"""A call as it waits to be carried out: written down when it is accepted, made again by whoever
carries it out.

Made again, not restored: the tool is resolved, the rights are those of now, the input is checked.
Only what a composition or prompt does is as it was accepted.
"""

import json
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import Kind, Principal
from accounts.rights import Held
from sessions_app.events import Source
from sessions_app.log import Run
from sessions_app.models import PendingRun
from tenants import vault
from tenants.context import current_tenant
from tools_app import access, trials
from tools_app.execution import inline
from tools_app.execution.call import Call
from tools_app.execution.validity import valid_input
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import redacted

# Whoever acts for a person has at most that person's rights of now.
FOR_A_PERSON = {Kind.USER, Kind.API_KEY, Kind.OAUTH, Kind.AGENT}


def work_of(call: Call, draft: dict[str, Any] | None = None) -> dict[str, Any]:
    """Secrets in the input are sealed."""
    return {
        "principal": _frozen(call.run.principal),
        "source": call.run.source.value,
        "is_test": call.run.is_test,
        "draft": draft,
        "execution": call.tool.execution,
        **_kept_input(call),
    }


def _kept_input(call: Call) -> dict[str, Any]:
    if not call.tool.has_secrets and redacted(call.payload) == call.payload:
        return {"input": call.payload}
    return {"sealed_input": vault.seal(json.dumps(call.payload), about=f"run {call.run.id}")}


def call_of(row: PendingRun) -> Call:
    """Raises the errors of `run_tool`: a tool that is gone, a right that was taken away."""
    work = row.work
    principal = _thawed(work["principal"])
    tool = _tool(row.tool_slug, principal, work)
    payload = valid_input(tool, _input(row))
    run = Run(row.run_id, row.tool_slug, principal, Source(work["source"]), work["is_test"])
    return Call(run, tool, payload, inline.parse(tool, payload), None)


def run_of(row: PendingRun) -> Run:
    """To write about it, whatever has become of its tool and its principal."""
    principal = replace(_principal(row.work["principal"]), permissions=frozenset())
    source = Source(row.work["source"])
    return Run(row.run_id, row.tool_slug, principal, source, row.work["is_test"])


def _input(row: PendingRun) -> dict[str, Any]:
    if "input" in row.work:
        given: dict[str, Any] = row.work["input"]
        return given
    text = vault.unseal(row.work["sealed_input"], about=f"run {row.run_id}")
    opened: dict[str, Any] = json.loads(text)
    return opened


def _tool(slug: str, principal: Principal, work: dict[str, Any]) -> ResolvedTool:
    if work["is_test"]:
        return trials.tool_to_test(principal=principal, slug=slug, draft=work["draft"])
    tool = access.tool_to_run(principal=principal, slug=slug)
    return replace(tool, execution=work["execution"]) if work["execution"] else tool


FACTS = tuple(field.name for field in fields(Principal))


def _frozen(principal: Principal) -> dict[str, Any]:
    return {
        **{name: getattr(principal, name) for name in FACTS},
        "id": str(principal.id),
        "user_id": str(principal.user_id),
        "permissions": sorted(principal.permissions),
        "tools": None if principal.tools is None else sorted(principal.tools),
    }


def _principal(facts: dict[str, Any]) -> Principal:
    changed = {
        "kind": Kind(facts["kind"]),
        "id": UUID(facts["id"]),
        "user_id": UUID(facts["user_id"]),
        "role": Role(facts["role"]),
        "permissions": frozenset(facts["permissions"]),
        "scopes": None if facts["scopes"] is None else tuple(facts["scopes"]),
        "tools": None if facts["tools"] is None else frozenset(facts["tools"]),
    }
    return Principal(**{**facts, **changed})


def _thawed(facts: dict[str, Any]) -> Principal:
    principal = _principal(facts)
    if principal.kind not in FOR_A_PERSON:
        return principal
    tenant = current_tenant()
    held = _held(tenant.pk, tenant.access_version, principal.user_id)
    return replace(principal, role=held.role, permissions=principal.permissions & held.codes)


@lru_cache(maxsize=1_000)
def _held(tenant_id: UUID, access_version: int, user_id: UUID) -> Held:  # noqa: ARG001 - the key
    user = User.objects.with_groups().filter(pk=user_id, is_active=True).first()
    return user.held if user else Held(Role.GUEST, frozenset())
