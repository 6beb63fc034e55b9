"""An embed as the visitors of other pages see it: in a frame, without cookies."""

import json
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.http import VisitorRequest, client_address, form_page
from accounts.throttles import count
from config.answers import headers_of
from config.errors import AppError, Fault, InvalidInput, NotFound, PermissionDenied
from config.middleware import content_security_policy
from config.paths import ROOT
from together import access, visits
from together.embeds import hashed, open_schema, payload_of, visitor
from together.models import Embed
from together.origins import read_origin
from together.tokens import count_guess
from tools_app import access as tools_access
from tools_app.execution.result import RunResult
from tools_app.forms.build import form_for
from tools_app.forms.edits import apply_edit
from tools_app.forms.reading import read_form
from tools_app.outputs.blocks import blocks_of
from tools_app.resolved import ResolvedTool
from tools_app.views.given import spec_of

DAY, MINUTE = 60 * 60 * 24, 60
OPENINGS_A_MINUTE = 60
KEPT = "What you filled in is still here."
HOST_SCRIPT = ROOT / "static" / "js" / "embed-host.js"


class EmbedGone(NotFound):
    status, code, title = 410, "embed_gone", "This form is not available any more"


@dataclass(frozen=True)
class Shown:
    """What stands in the frame."""

    value: dict[str, Any] | None = None
    faults: tuple[Fault, ...] = ()
    focus: str = ""
    visit: str = ""
    problem: str = ""


@csrf_exempt  # Nothing here is done with what a browser sends by itself: there are no cookies.
@form_page
@never_cache
def page(request: VisitorRequest, token: str) -> HttpResponseBase:
    embed = access.embed_for_token(token)
    if embed is None:
        count_guess(address=client_address(request))
        raise NotFound("No form has this address.")
    try:
        return _framed(_answer(request, embed), embed)
    except AppError as error:
        page = _render(request, "embeds/problem.html", embed, {"error": error}, error.status)
        return _framed(_told(page, error), embed)


def _told(response: HttpResponse, error: AppError) -> HttpResponse:
    """With when to try again."""
    for name, value in headers_of(error).items():
        response.headers[name] = value
    return response


def _render(
    request: HttpRequest, template: str, embed: Embed, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    facts = {"embed": embed, "origins": json.dumps(embed.origins)}
    return render(request, template, {**context, **facts}, status=status)


def _answer(request: VisitorRequest, embed: Embed) -> HttpResponse:
    if not embed.is_open:
        raise EmbedGone("Whoever runs this page can remove it.")
    tool = tools_access.tool_to_run(principal=visitor(embed), slug=embed.tool_slug)
    if request.method == "POST":
        return _sent(request, embed, tool)
    who = f"{embed.pk}:{hashed(client_address(request))}"
    what = "You have opened this form too often."
    count("embed-open", who, limit=OPENINGS_A_MINUTE, window=MINUTE, what=what)
    visit = visits.open_visit(embed, origin=_origin(request, embed))
    return _form(request, embed, tool, Shown(visit=visits.signed(embed, visit)))


def _origin(request: HttpRequest, embed: Embed) -> str:
    """Of the page that shows it, as far as the browser says."""
    referer = request.headers.get("Referer", "")
    origin = read_origin("/".join(referer.split("/")[:3])) if referer else None
    return origin if origin in embed.origins else ""


def _sent(request: VisitorRequest, embed: Embed, tool: ResolvedTool) -> HttpResponse:
    _require_own_page(request)
    schema, spec = open_schema(embed, tool), spec_of(tool)
    value = read_form(schema=schema, spec=spec, data=request.POST, mode="embed")
    given = Shown(value, visit=request.POST.get("_visit", "")[:500])
    edit = apply_edit(value, request.POST, schema=schema, spec=spec)
    if edit:
        return _form(request, embed, tool, Shown(edit[0], focus=edit[1], visit=given.visit))
    return _submitted(request, embed, tool, given)


def _submitted(
    request: VisitorRequest, embed: Embed, tool: ResolvedTool, given: Shown
) -> HttpResponse:
    """Nothing typed is lost, whatever is wrong."""
    value = given.value or {}
    try:
        _count(request, embed)
        visit = visits.known_visit(embed, given.visit) or visits.open_visit(embed, origin="")
        given = replace(given, visit=visits.signed(embed, visit))
        payload, address = payload_of(embed, tool, value), client_address(request)
        result = visits.submit(embed, tool, payload, visit=visit, address=address)
    except InvalidInput as error:
        again = replace(given, faults=error.faults)
        return _form(request, embed, tool, again, status=error.status)
    except AppError as error:
        again = replace(given, problem=f"{error.title}. {error.detail} {KEPT}")
        return _told(_form(request, embed, tool, again, status=error.status), error)
    return _result(request, embed, tool, result)


def _require_own_page(request: HttpRequest) -> None:
    """Browsers say whose page sent a form: only the frame itself may."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.get_host()}":
        raise PermissionDenied("This form can only be sent from its own page.")


def _count(request: HttpRequest, embed: Embed) -> None:
    """A visitor's tries do not count against the others until they are within their own limit."""
    who = f"{embed.pk}:{hashed(client_address(request))}"
    yours = "You have sent this form too often."
    count("embed-minute", who, limit=embed.per_minute, window=MINUTE, what=yours)
    everybodys = "This form has been sent as often as it may be today."
    count("embed-day", str(embed.pk), limit=embed.per_day, window=DAY, what=everybodys)


def _form(
    request: HttpRequest, embed: Embed, tool: ResolvedTool, shown: Shown, *, status: int = 200
) -> HttpResponse:
    form = form_for(
        schema=open_schema(embed, tool),
        spec=spec_of(tool),
        value=shown.value,
        faults=shown.faults,
        mode="embed",
    )
    context = {"tool": tool, "form": form, "shown": shown}
    return _render(request, "embeds/form.html", embed, context, status)


def _result(
    request: HttpRequest, embed: Embed, tool: ResolvedTool, result: RunResult
) -> HttpResponse:
    """The page gets the same by a message, if it listens."""
    message = {
        "run_id": str(result.run_id),
        "status": result.status.value,
        "output": result.output,
        "error": {"code": result.error.code, "message": result.error.message}
        if result.error
        else None,
    }
    context = {
        "tool": tool,
        "result": result,
        "message": json.dumps(message),
        "blocks": blocks_of(
            sections=tool.sections,
            output=result.output,
            schema=tool.output_schema,
            slug=tool.slug,
        )
        if result.status == "success"
        else [],
    }
    return _render(request, "embeds/result.html", embed, context)


def _framed(response: HttpResponse, embed: Embed) -> HttpResponse:
    """Only these pages may show it, and no cookie goes with it."""
    response.xframe_options_exempt = True
    response.headers["Content-Security-Policy"] = content_security_policy(embed.origins)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.cookies.clear()
    return response


@require_safe
def host_script(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the same for everybody
    """For `<script src="…/embed.js" data-embed="…">` on other people's pages."""
    headers = {
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": "public, max-age=300",
    }
    text = HOST_SCRIPT.read_text()
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=headers)
