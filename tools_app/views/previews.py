"""What the editor asks while somebody types: the form of a schema, and the result of a test."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST
from rest_framework.exceptions import ParseError

from accounts.http import SignedInRequest, requires
from config.errors import InvalidInput
from config.parsers import strict_json
from tools_app.forms.build import form_for
from tools_app.forms.initial import initial
from tools_app.previews import Sheet, sheet_of_fields, sheet_of_schema
from tools_app.views.shown import show

RIGHT = "tools.tenant.update"
PREFIX = "test:"


@require_POST
@requires(RIGHT)
def preview(request: SignedInRequest) -> HttpResponse:
    """`fields` or a `schema`, as both; with a `value`, also the generated form that holds it. What
    is wrong is part of the answer, not an error: somebody is still typing."""
    body = _body(request)
    if "fields" in body:
        sheet = sheet_of_fields(body["fields"], body.get("before"))
    else:
        sheet = sheet_of_schema(body.get("schema"))
    answer: dict[str, Any] = {
        "schema": sheet.schema,
        "fields": sheet.fields,
        "note": sheet.note,
        "errors": [asdict(fault) for fault in sheet.faults],
    }
    if sheet.schema is not None and isinstance(body.get("value"), dict):
        answer["form"] = form_html(request, sheet, body["value"])
    return JsonResponse(answer)


def form_html(request: SignedInRequest, sheet: Sheet, value: dict[str, Any]) -> str:
    """The form as people will get it, with what was typed into the one before."""
    if sheet.schema is None or not sheet.schema["properties"]:
        return ""
    schema = sheet.schema
    given = initial(schema, schema)
    start = given if isinstance(given, dict) else {}
    known = {name: each for name, each in value.items() if name in schema["properties"]}
    form = form_for(
        schema=schema, value={**start, **known}, prefix=PREFIX, principal=request.principal
    )
    return render_to_string("forms/form.html", {"form": form}, request)


@require_POST
@requires(RIGHT)
def result(request: SignedInRequest, run_id: UUID) -> HttpResponse:
    """The result of a test as the tool's page would show it, by the draft's own output schema."""
    body = _body(request)
    schema = body.get("output_schema")
    shown = show(
        request.principal,
        run_id,
        output=body.get("output"),
        schema=schema if isinstance(schema, dict) else None,
    )
    return render(request, "editor/_result.html", {"shown": shown})


def _body(request: SignedInRequest) -> dict[str, Any]:
    try:
        body = strict_json(request.body)
    except ParseError as error:
        raise InvalidInput(str(error.detail)) from error
    if not isinstance(body, dict):
        raise InvalidInput("Send a JSON object.")
    return body
