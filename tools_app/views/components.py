"""For those who build pages: every component in every state, and forms to try out.

Exists only while developing and in the demo.
"""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, form_page, requires
from config.errors import Fault, InvalidInput, NotFound
from tools_app import access
from tools_app.forms.build import form_for
from tools_app.forms.conditions import effective_schema
from tools_app.forms.edits import apply_edit
from tools_app.forms.nodes import Form
from tools_app.forms.reading import read_form
from tools_app.forms.samples import SAMPLES, sample_schema, sample_value
from tools_app.forms.spec import forms
from tools_app.schemas.validation import require_valid

RIGHT = "tools.tenant.manage"
STATES = ("Empty", "Filled", "Error", "Disabled")


def _require_developer(request: SignedInRequest) -> None:
    if not (settings.DEBUG or settings.DEMO) or not request.principal.has(RIGHT):
        raise NotFound


@require_safe
@requires()
def index(request: SignedInRequest) -> HttpResponse:
    _require_developer(request)
    made = [_state(request, state) for state in STATES]
    rows = [
        {"key": sample.key, "title": sample.schema["title"], "nodes": nodes, "shown": nodes[1]}
        for sample, *nodes in zip(SAMPLES, *(form.nodes for form in made), strict=True)
    ]
    return render(request, "forms/components.html", {"rows": rows, "states": STATES})


def _state(request: SignedInRequest, state: str) -> Form:
    words = "This is what a fault says."
    faults = [Fault(f"/{sample.key}", "type", words) for sample in SAMPLES]
    return form_for(
        schema=sample_schema(),
        value={} if state == "Empty" else sample_value(),
        faults=faults if state == "Error" else (),
        prefix=f"{state.lower()}:",
        principal=request.principal,
        disabled=state == "Disabled",
    )


@form_page
@requires()
def attempt(request: SignedInRequest, slug: str) -> HttpResponse:
    """A tool's form that runs nothing: what it sends is shown as JSON."""
    _require_developer(request)
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    given: dict[str, Any] = {
        "schema": tool.input_schema,
        "spec": forms.find(f"tool:{slug}"),
    }
    context: dict[str, Any] = {"tool": tool, "focus": ""}
    if request.method != "POST":
        context["form"] = form_for(**given, principal=request.principal)
        return render(request, "forms/try.html", context)
    return _answer(request, given, context)


def _answer(
    request: SignedInRequest, given: dict[str, Any], context: dict[str, Any]
) -> HttpResponse:
    value: Any = None
    faults: tuple[Fault, ...] = ()
    try:
        value = read_form(**given, data=request.POST)
        edit = apply_edit(value, request.POST, **given)
        if edit:
            value, context["focus"] = edit
        elif "_partial" not in request.POST:
            require_valid(effective_schema(given["schema"], value), value)
            context["value"] = value
    except InvalidInput as error:
        faults = error.faults
        value = request.POST.get("_value", "") if value is None else value
    context["form"] = form_for(**given, value=value, faults=faults, principal=request.principal)
    template = "forms/form.html" if "_partial" in request.POST else "forms/try.html"
    return render(request, template, context, status=400 if faults else 200)
