"""Starting a session from the page of a tool."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.principal import Principal
from config.errors import InvalidInput
from sessions_app.events import Source
from together import access, sessions
from together.forms import StartForm
from tools_app import access as tools_access
from tools_app.forms.build import form_for
from tools_app.forms.edits import apply_edit
from tools_app.forms.initial import initial
from tools_app.forms.reading import read_form
from tools_app.icons import icon_or_fallback
from tools_app.resolved import ResolvedTool
from tools_app.views.given import spec_of

PREFIX = "config:"


@form_page
@requires(access.START)
def new(request: SignedInRequest, slug: str) -> HttpResponseBase:
    tool = tools_access.tool_to_run(principal=request.principal, slug=slug)
    sessions.require_collaborative(tool)
    form = StartForm(_people(request.principal), posted(request), initial={"title": tool.name})
    if request.method != "POST":
        return _page(request, tool, form, _begun(tool))
    config = read_form(
        schema=tool.input_schema, spec=spec_of(tool), data=request.POST, prefix=PREFIX
    )
    edit = apply_edit(
        config, request.POST, schema=tool.input_schema, spec=spec_of(tool), prefix=PREFIX
    )
    if edit:
        return _page(request, tool, form, edit[0], focus=edit[1])
    return _started(request, tool, form, config)


def _started(
    request: SignedInRequest, tool: ResolvedTool, form: StartForm, config: dict[str, Any]
) -> HttpResponseBase:
    if form.is_valid():
        try:
            group = sessions.start_session(
                principal=request.principal,
                slug=tool.slug,
                source=Source.WEB,
                config=config,
                **form.cleaned_data,
            )
        except InvalidInput as error:
            add_faults(form, error)
        else:
            location = reverse("group", args=[tool.slug, group.pk])
            return HttpResponse(status=303, headers={"Location": location})
    return _page(request, tool, form, config, status=400)


def _people(principal: Principal) -> list[tuple[UUID, str]]:
    rows = access.people_to_ask(principal=principal).exclude(pk=principal.user_id)
    return [(person.pk, str(person)) for person in rows[: sessions.MOST_PEOPLE]]


def _begun(tool: ResolvedTool) -> dict[str, Any]:
    defaults = initial(tool.input_schema, tool.input_schema)
    return {**(defaults if isinstance(defaults, dict) else {}), **tool.default_input}


def _page(
    request: SignedInRequest,
    tool: ResolvedTool,
    form: StartForm,
    config: dict[str, Any],
    *,
    focus: str = "",
    status: int = 200,
) -> HttpResponse:
    fields = form_for(
        schema=tool.input_schema,
        spec=spec_of(tool),
        value=config,
        prefix=PREFIX,
        principal=request.principal,
    )
    context = {
        "tool": tool,
        "icon": icon_or_fallback(tool.icon),
        "form": form,
        "config": fields,
        "focus": focus,
    }
    return render(request, "together/start.html", context, status=status)
