"""The pages of agents and of skills: a list, and one form for a new one and for an old one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.principal import Principal
from agents import access, configuring
from agents.configuring import StaleConfig
from agents.families import AGENTS, SKILLS, Family
from agents.forms import AgentForm, ConfiguredForm, SkillForm
from agents.models import Configured
from agents.offers import offers_for
from config.errors import Fault, InvalidInput

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Pages:
    index: View
    create: View
    change: View
    delete: View


def pages_of(family: Family, made: Callable[..., ConfiguredForm]) -> Pages:
    """`made` builds the form: from the principal, the data, and the row there is already."""

    @require_safe
    @requires(family.read)
    def index(request: SignedInRequest) -> HttpResponseBase:
        rows = access.visible(principal=request.principal, family=family)
        may = {"may_create": request.principal.has(family.create)}
        context = {"family": family, "rows": rows, **may, "create_url": f"{family.key}-create"}
        return render(request, "agents/configured_list.html", context)

    @form_page
    @requires(family.create)
    def create(request: SignedInRequest) -> HttpResponseBase:
        form = made(request.principal, posted(request))
        if request.method == "POST" and (row := _created(request, family, form)):
            messages.success(request, f"“{row.name}” is made.")
            return redirect(family.key, slug=row.slug)
        return _form(request, family, form)

    @form_page
    @requires(family.update)
    def change(request: SignedInRequest, slug: str) -> HttpResponseBase:
        row = access.one_to_change(principal=request.principal, family=family, slug=slug)
        form = made(request.principal, posted(request), row=row)
        if request.method == "POST" and _changed(request, family, form, row):
            messages.success(request, f"“{form.cleaned_data['name']}” is saved.")
            return redirect(family.key, slug=slug)
        return _form(request, family, form, row=row)

    @require_POST
    @requires(family.delete)
    def delete(request: SignedInRequest, slug: str) -> HttpResponseBase:
        row = access.one_to_delete(principal=request.principal, family=family, slug=slug)
        configuring.delete(principal=request.principal, family=family, row=row)
        messages.success(request, f"“{row.name}” is deleted.")
        return redirect(f"{family.key}s")

    return Pages(index, create, change, delete)


def _created(request: SignedInRequest, family: Family, form: ConfiguredForm) -> Configured | None:
    """None when something is wrong, which the form then says."""
    if not form.is_valid():
        return None
    try:
        return configuring.create(principal=request.principal, family=family, **form.values)
    except InvalidInput as error:
        add_faults(form, _named(error))
        return None


def _changed(request: SignedInRequest, family: Family, form: ConfiguredForm, row: Any) -> bool:
    if not form.is_valid():
        return False
    facts: dict[str, Any] = {"family": family, "row": row}
    facts["revision"] = form.cleaned_data["revision"]
    try:
        configuring.change(principal=request.principal, **facts, **form.values)
    except InvalidInput as error:
        add_faults(form, _named(error))
        return False
    except StaleConfig as error:
        form.add_error(None, f"{error.title}. What you typed is below; {_HOW}")
        return False
    return True


_HOW = "open the page again in another tab to see what is there now."
# The config's parts have fields of their own on the page.
_FIELDS = {"toolGroups": "tool_groups", "customTools": "custom_tools", "skills": "skills"}


def _named(error: InvalidInput) -> InvalidInput:
    def pointer(fault: Fault) -> str:
        _, first, *rest = [*fault.pointer.split("/"), ""]
        inner = rest[0] if rest else ""
        return f"/{_FIELDS.get(inner, first)}" if first == "config" else fault.pointer

    return InvalidInput(
        faults=[Fault(pointer(fault), fault.code, fault.detail) for fault in error.faults]
    )


def _form(
    request: SignedInRequest, family: Family, form: ConfiguredForm, row: Any = None
) -> HttpResponseBase:
    principal = request.principal
    versions = []
    if row:
        found = access.versions_to_see(principal=principal, family=family, slug=row.slug)
        versions = list(found[:20])
    context = {
        "family": family,
        "form": form,
        "row": row,
        "versions": versions,
        "list_url": f"{family.key}s",
        "delete_url": f"{family.key}-delete",
        "may_delete": row and principal.has(family.delete) and not getattr(row, "is_system", False),
    }
    status = 400 if form.is_bound else 200
    return render(request, "agents/configured.html", context, status=status)


def _agent_form(principal: Principal, *args: Any, **kwargs: Any) -> AgentForm:
    return AgentForm(*args, offers=offers_for(principal), **kwargs)


def _skill_form(_principal: Principal, *args: Any, **kwargs: Any) -> SkillForm:
    return SkillForm(*args, **kwargs)


agents = pages_of(AGENTS, _agent_form)
skills = pages_of(SKILLS, _skill_form)
