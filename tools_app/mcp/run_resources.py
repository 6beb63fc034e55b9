"""Runs as resources: `tenon://runs/<id>` is a run with its input and output."""

from uuid import UUID

from mcp_types import Completion, ReadResourceResult, Resource, ResourceTemplate

from config.errors import AppError
from sessions_app import access
from sessions_app.api.serializers import RunSerializer
from sessions_app.runs import RunFilter, ToolRun
from tools_app.mcp.exchange import Exchange
from tools_app.mcp.features import Source, features
from tools_app.mcp.resources import json_resource, no_resource

PREFIX = "tenon://runs/"
TEMPLATE = ResourceTemplate(
    name="run",
    title="A run of a tool",
    uri_template=PREFIX + "{run_id}",
    description="One run: its tool, input, status, output or error.",
    mime_type="application/json",
)
NEWEST = 20


def _listed(exchange: Exchange) -> list[Resource]:
    return [_resource(run) for run in _newest(exchange)]


def _newest(exchange: Exchange) -> list[ToolRun]:
    if not exchange.principal.has(access.OWN):
        return []
    found = RunFilter(user_id=exchange.principal.user_id, status="success", limit=NEWEST)
    return access.visible_runs(principal=exchange.principal, found=found)


def _resource(run: ToolRun) -> Resource:
    when = run.created_at.strftime("%Y-%m-%d %H:%M UTC")
    return Resource(
        name=f"{run.tool_slug} {run.id}",
        title=f"{run.tool_slug}, {when}",
        uri=f"{PREFIX}{run.id}",
        description=f"The result of {run.tool_slug}, run at {when}.",
        mime_type="application/json",
    )


def _read(exchange: Exchange, uri: str) -> ReadResourceResult | None:
    if not uri.startswith(PREFIX):
        return None
    try:
        run = access.run_to_see(principal=exchange.principal, run_id=UUID(uri[len(PREFIX) :]))
    except (ValueError, AppError) as error:
        raise no_resource(uri) from error
    return json_resource(uri, RunSerializer(run).data)


def _complete(
    exchange: Exchange, template: str, _argument: str, value: str, _others: dict[str, str]
) -> Completion | None:
    if template != TEMPLATE.uri_template:
        return None
    ids = [str(run.id) for run in _newest(exchange)]
    return Completion(values=[found for found in ids if found.startswith(value)])


features.add_source(Source("runs", (TEMPLATE,), _listed, _read, _complete))
