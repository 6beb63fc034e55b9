"""An endpoint of the API as a tool: its parameters, its answer and its rights are the endpoint's own.

    expose(RunView, slug="get-run", answers=RunSerializer, path={"run_id": "uuid"}, …)

Reading only. The call goes through the endpoint itself, as whoever runs the tool.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpRequest, QueryDict
from pydantic import ConfigDict
from rest_framework import serializers
from rest_framework.views import APIView

from config.errors import AppError, NotFound, PermissionDenied
from tools_app.definitions import (
    DefinitionError,
    Effect,
    Origin,
    ToolContext,
    ToolDefinition,
    ToolModel,
)
from tools_app.registry import registry
from tools_app.serialized import input_schema_of, output_schema_of

Trim = Callable[[Any], Any]
REFUSALS: dict[int, type[AppError]] = {403: PermissionDenied, 404: NotFound}


class Open(ToolModel):
    """Whatever the schema of the endpoint let through."""

    model_config = ConfigDict(extra="allow", alias_generator=None)


def expose(
    view: type[APIView],
    *,
    slug: str,
    name: str,
    description: str,
    icon: str,
    answers: type[serializers.BaseSerializer[Any]],
    asks: type[serializers.Serializer[Any]] | None = None,
    path: dict[str, str] | None = None,
    pages: bool = False,
    trim: Trim | None = None,
) -> ToolDefinition:
    """Register the GET of an endpoint. Raises `DefinitionError` for what is none of ours, or asks
    nobody for a right. `trim` shortens the answer for models; the rights saw all of it."""
    right = _right(view, slug)
    given = _model(input_schema_of(asks, path or {}, pages=pages))
    told = _model(output_schema_of(answers, pages=pages))
    definition = ToolDefinition(
        slug=slug,
        name=name,
        description=description,
        category="platform",
        icon=icon,
        effect=Effect.READ,
        input_model=given,
        output_model=told,
        execute=partial(_called, view, tuple(path or ()), told, trim),
        module=f"{__name__}.{slug}",
        required_permissions=(right,),
        origin=Origin.SYSTEM,
    )
    registry.register(definition)
    return definition


def _right(view: Any, slug: str) -> str:
    if not (isinstance(view, type) and issubclass(view, APIView) and hasattr(view, "get")):
        raise DefinitionError(f"{slug}: {view!r} is no endpoint that can be read.")
    rights = [getattr(each, "rights", {}).get("GET") for each in view.permission_classes]
    found = [right for right in rights if right]
    if len(found) != 1:
        raise DefinitionError(f"{slug}: {view.__name__} does not say which right it needs.")
    return str(found[0])


def _model(schema: dict[str, Any]) -> type[Open]:
    def described(**_options: Any) -> dict[str, Any]:
        return schema

    return type("Projected", (Open,), {"model_json_schema": staticmethod(described)})


def _called(
    view: type[APIView],
    names: tuple[str, ...],
    told: type[Open],
    trim: Trim | None,
    given: Open,
    context: ToolContext,
) -> ToolModel:
    asked = dict(given.model_extra or {})
    path = {name: asked.pop(name) for name in names}
    response = view.as_view()(_request(asked, context), **path)
    answer = _data(response)
    if response.status_code >= 400:
        kind = REFUSALS.get(response.status_code, AppError)
        raise kind(str(answer.get("detail") or answer.get("title")), code=str(answer.get("code")))
    return told.model_validate(_paged(trim(answer) if trim else answer))


def _request(asked: dict[str, Any], context: ToolContext) -> HttpRequest:
    """As DRF's own way of calling a view for somebody: it takes no token and looks at no cookie."""
    request = HttpRequest()
    request.method, request.path = "GET", "/"
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "REQUEST_METHOD": "GET"}
    request.GET = QueryDict(urlencode({k: v for k, v in asked.items() if v is not None}))
    request._force_auth_user = context.principal  # type: ignore[attr-defined]
    request._force_auth_token = context.principal  # type: ignore[attr-defined]
    return request


def _data(response: Any) -> Any:
    """As JSON has it, whatever the view made it of."""
    if hasattr(response, "render"):
        response.render()
    return json.loads(response.content)


def _paged(answer: dict[str, Any]) -> dict[str, Any]:
    """The address of the next page is of no use to a model; its cursor is."""
    if "results" not in answer:
        return answer
    query = parse_qs(urlsplit(answer.get("next") or "").query)
    return {"results": answer["results"], "next_cursor": query.get("cursor", [None])[0]}
