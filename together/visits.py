"""Visits of an embed: a session each, opened when the page is shown, completed by what is sent. The
form carries the visit, signed: there are no cookies."""

from typing import Any
from uuid import UUID

from django.core import signing

from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Run, happened
from sessions_app.models import Session
from tenants.context import current_tenant
from together.embeds import visitor
from together.models import Embed
from tools_app.execution.result import RunResult
from tools_app.execution.run import run_tool
from tools_app.resolved import ResolvedTool

LIFE = 60 * 60 * 12


def open_visit(embed: Embed, *, origin: str) -> UUID:
    run = Run.new(tool_slug=embed.tool_slug, principal=visitor(embed), source=Source.EMBED)
    opened = happened(EventType.EMBED_OPENED, embed=str(embed.pk), origin=origin)
    log.record(run, [opened], title=embed.name, session_type=Session.Type.MIXED)
    return run.id


def signed(embed: Embed, visit: UUID) -> str:
    return signing.dumps(str(visit), salt=_salt(embed))


def known_visit(embed: Embed, text: str) -> UUID | None:
    """One that was opened here and has not been completed."""
    try:
        visit = UUID(signing.loads(text, salt=_salt(embed), max_age=LIFE))
    except (signing.BadSignature, ValueError):
        return None
    waiting = Session.objects.filter(pk=visit, status=Session.Status.PENDING)
    return visit if waiting.exists() else None


def _salt(embed: Embed) -> str:
    return f"embed:{current_tenant().schema_name}:{embed.pk}"


def submit(
    embed: Embed, tool: ResolvedTool, payload: dict[str, Any], *, visit: UUID, address: str
) -> RunResult:
    """Raises `InvalidInput` and `BudgetSpent`; then nothing has been recorded and the visit goes on."""
    principal = visitor(embed, address=address)
    result = run_tool(
        principal=principal,
        slug=tool.slug,
        payload=payload,
        source=Source.EMBED,
        session_id=visit,
    )
    run = Run(id=visit, tool_slug=tool.slug, principal=principal, source=Source.EMBED)
    facts = {"run": str(result.run_id), "status": result.status.value}
    log.append(run, visit, [happened(EventType.EMBED_SUBMITTED, **facts)])
    return result
