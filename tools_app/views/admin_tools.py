"""The list of tools for those who administer them: turn on and off, copy, delete."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.principal import Principal
from config.errors import InvalidInput
from tools_app import access, authoring, copies
from tools_app.administration import CodeTool, OwnTool, code_tools, own_tools, tools_using
from tools_app.definitions import LONGEST_SLUG

AUTHORS = "tools.tenant.update"
TABS = {"own": "Your tools", "code": "From the product"}
STATES = {
    "own": [("", "Any"), ("live", "Live"), ("draft", "With unpublished changes"), ("off", "Off")],
    "code": [
        ("", "Any"),
        ("live", "On"),
        ("off", "Off"),
        ("overridden", "Overridden"),
        ("asks", "To be looked at"),
    ],
}
ASKED = ("q", "state", "category")


@require_safe
@requires(AUTHORS)
@vary_on_headers("HX-Request")
def index(request: SignedInRequest) -> HttpResponseBase:
    template = "admin_tools/_list.html" if request.htmx else "admin_tools/index.html"
    return render(request, template, _context(request.principal, request.GET))


def _context(principal: Principal, query: QueryDict) -> dict[str, Any]:
    tab = "code" if query.get("tab") == "code" else "own"
    tools: list[OwnTool] | list[CodeTool] = (
        code_tools(principal=principal) if tab == "code" else own_tools(principal=principal)
    )
    asked = {name: query.get(name, "").strip()[:100] for name in ASKED}
    return {
        "tab": tab,
        "tabs": [(name, label, _url({"tab": name})) for name, label in TABS.items()],
        "asked": asked,
        "states": STATES[tab],
        "categories": sorted({tool.category for tool in tools if tool.category}),
        "tools": [tool for tool in tools if _fits(tool, asked)],
        "total": len(tools),
        "narrowed": any(asked.values()),
        "here": urlencode({"tab": tab, **{name: value for name, value in asked.items() if value}}),
        "may_create": principal.has("tools.tenant.create"),
        "may_delete": principal.has("tools.tenant.delete"),
    }


def _fits(tool: OwnTool | CodeTool, asked: dict[str, str]) -> bool:
    text = f"{tool.name} {tool.slug} {tool.category}".lower()
    if not all(word in text for word in asked["q"].lower().split()):
        return False
    if asked["category"] and tool.category != asked["category"]:
        return False
    return not asked["state"] or asked["state"] in tool.states


def _url(query: dict[str, str]) -> str:
    return f"{reverse('admin-tools')}?{urlencode(query)}"


@require_POST
@requires(AUTHORS)
def enabled(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Back to the list as it was, at the same tool."""
    on = request.POST.get("enabled") == "1"
    authoring.set_enabled(principal=request.principal, slug=slug, enabled=on)
    name = access.tool_to_see(principal=request.principal, slug=slug).name
    messages.success(request, f"“{name}” is {'on' if on else 'off; nobody can use it'}.")
    query = QueryDict(request.POST.get("here", "")[:500])
    asked = {key: query[key] for key in ("tab", *ASKED) if query.get(key)}
    return redirect(f"{_url(asked)}#tool-{slug}")


class CopyForm(forms.Form):
    name = forms.CharField(label="Name", max_length=100)
    slug = forms.CharField(
        label="Address",
        max_length=LONGEST_SLUG,
        help_text="Lower-case letters, digits and hyphens. It cannot be changed later.",
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )


@form_page
@requires("tools.tenant.create")
def duplicate(request: SignedInRequest, slug: str) -> HttpResponseBase:
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    start = {"name": f"{tool.name[:93]} (copy)", "slug": f"{slug[:59]}-copy"}
    form = CopyForm(posted(request), initial=start)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            copies.duplicate_tool(
                principal=request.principal, slug=slug, new_slug=data["slug"], name=data["name"]
            )
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, f"“{data['name']}” is a draft: nobody sees it yet.")
            return redirect(f"{_url({'tab': 'own'})}#tool-{data['slug']}")
    status = 400 if form.is_bound else 200
    return render(request, "admin_tools/copy.html", {"form": form, "tool": tool}, status=status)


class DeleteForm(forms.Form):
    def __init__(self, typed: str, data: QueryDict | None) -> None:
        super().__init__(data)
        self.typed = typed
        self.fields["confirm"].label = f"Type “{typed}” to confirm"

    confirm = forms.CharField(
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )

    def clean_confirm(self) -> str:
        given: str = self.cleaned_data["confirm"]
        if given.strip() != self.typed:
            raise forms.ValidationError("That is not its name.")
        return given


@form_page
@requires("tools.tenant.delete")
def delete(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Of a tool that comes with the product, the override."""
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    form = DeleteForm(tool.name or slug, posted(request))
    if request.method == "POST" and form.is_valid():
        authoring.delete_tool(principal=request.principal, slug=slug)
        done = "is as it comes with the product" if tool.definition else "is deleted"
        messages.success(request, f"“{tool.name or slug}” {done}.")
        return redirect(_url({"tab": "code" if tool.definition else "own"}))
    status = 400 if form.is_bound else 200
    used_by = [] if tool.definition else tools_using(principal=request.principal, slug=slug)
    context = {"form": form, "tool": tool, "used_by": used_by}
    return render(request, "admin_tools/delete.html", context, status=status)
