"""Publishing tools as embeds, for administrators."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from config.errors import InvalidInput
from together import access, embeds
from together.forms import EmbedForm
from together.models import Embed
from together.snippets import frame_snippet, script_snippet
from tools_app import access as tools_access
from tools_app.definitions import Effect
from tools_app.resolved import ResolvedTool


@require_safe
@requires(access.PUBLISH)
def index(request: SignedInRequest) -> HttpResponseBase:
    names = {tool.slug: tool.name for tool in _tools(request)}
    rows = [
        {"embed": each, "tool": names.get(each.tool_slug, each.tool_slug)}
        for each in access.visible_embeds(principal=request.principal)
    ]
    return render(request, "embeds/list.html", {"rows": rows})


def _tools(request: SignedInRequest) -> list[ResolvedTool]:
    found = tools_access.visible_tools(principal=request.principal)
    return [tool for tool in found if tool.effect == Effect.READ]


@form_page
@requires(access.PUBLISH)
def new(request: SignedInRequest) -> HttpResponseBase:
    slug = request.GET.get("tool", "")
    if not slug:
        return render(request, "embeds/choose.html", {"tools": _tools(request)})
    tool = tools_access.tool_to_run(principal=request.principal, slug=slug)
    offered = embeds.offered_fields(tool)
    start = {"name": tool.name, "fields_shown": list(offered)}
    form = EmbedForm(offered.items(), posted(request), initial=start)
    if request.method == "POST" and form.is_valid():
        try:
            embed = embeds.publish(principal=request.principal, slug=slug, **_values(form))
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, f"{tool.name} is published. Paste the snippet into a page.")
            return redirect("embed-edit", embed.pk)
    status = 400 if form.is_bound else 200
    return render(request, "embeds/new.html", {"form": form, "tool": tool}, status=status)


def _values(form: EmbedForm) -> dict[str, Any]:
    values = dict(form.cleaned_data)
    values["fields"] = values.pop("fields_shown")
    return values


@form_page
@requires(access.PUBLISH)
def one(request: SignedInRequest, embed_id: UUID) -> HttpResponseBase:
    embed = access.embed_to_manage(principal=request.principal, embed_id=embed_id)
    tool = tools_access.tool_to_see(principal=request.principal, slug=embed.tool_slug)
    offered = embeds.offered_fields(tool)
    form = EmbedForm(offered.items(), posted(request), initial=_kept(embed, list(offered)))
    if request.method == "POST" and form.is_valid():
        try:
            embeds.change(principal=request.principal, embed=embed, **_values(form))
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, "Saved. Pages that show it have the change at once.")
            return redirect("embed-edit", embed.pk)
    return _page(request, embed, tool, form)


def _kept(embed: Embed, offered: list[str]) -> dict[str, Any]:
    names = ("name", "theme", "per_minute", "per_day")
    kept: dict[str, Any] = {name: getattr(embed, name) for name in names}
    shown = [name for name in embed.fields if name in offered] or offered
    return {**kept, "origins": "\n".join(embed.origins), "fields_shown": shown}


def _page(
    request: SignedInRequest, embed: Embed, tool: ResolvedTool, form: EmbedForm
) -> HttpResponse:
    site = _site(request)
    context = {
        "embed": embed,
        "tool": tool,
        "form": form,
        "script": script_snippet(embed, site=site),
        "frame": frame_snippet(embed, site=site),
    }
    return render(request, "embeds/embed.html", context, status=400 if form.is_bound else 200)


def _site(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _switch(request: SignedInRequest, embed_id: UUID, *, enabled: bool) -> HttpResponseBase:
    embed = access.embed_to_manage(principal=request.principal, embed_id=embed_id)
    embeds.change(principal=request.principal, embed=embed, enabled=enabled)
    words = "It works again." if enabled else "It is off: whoever opens or sends it is refused."
    messages.success(request, words)
    return redirect("embed-edit", embed_id)


@require_POST
@requires(access.PUBLISH)
def enable(request: SignedInRequest, embed_id: UUID) -> HttpResponseBase:
    return _switch(request, embed_id, enabled=True)


@require_POST
@requires(access.PUBLISH)
def disable(request: SignedInRequest, embed_id: UUID) -> HttpResponseBase:
    return _switch(request, embed_id, enabled=False)


@require_POST
@requires(access.PUBLISH)
def revoke(request: SignedInRequest, embed_id: UUID) -> HttpResponseBase:
    embed = access.embed_to_manage(principal=request.principal, embed_id=embed_id)
    embeds.revoke(principal=request.principal, embed=embed)
    messages.success(request, f"“{embed.name}” is revoked for good.")
    return redirect("embeds")
