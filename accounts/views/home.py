"""The first page, one's own profile, and the palette that finds pages and tools."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import access
from accounts.catalogue import CATALOGUE
from accounts.forms import ProfileForm
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.palette import sources
from accounts.principal import Principal
from accounts.welcome import Step, welcome


@require_safe
@requires()
def home(request: SignedInRequest) -> HttpResponseBase:
    principal = request.principal
    first, shortcuts = welcome.offers(principal)
    steps = [*first, *_steps(principal)]
    context = {
        "steps": steps,
        "steps_done": sum(step.done for step in steps),
        "shortcuts": shortcuts,
        "rights": _rights(principal),
    }
    return render(request, "home.html", context)


def _steps(principal: Principal) -> Iterator[Step]:
    """What a newcomer does first, as far as they may; done when the data says so."""
    if principal.has("members.tenant.manage"):
        yield Step(
            title="Invite your team",
            text="Everyone gets a role; a role is a list of rights.",
            url=reverse("invite"),
            action="Invite somebody",
            icon="user-plus",
            done=access.visible_people(principal=principal).count() > 1,
        )
    if principal.has("api_keys.own.manage"):
        yield Step(
            title="Make an API key",
            text="A program that has it acts for you, within the scopes you choose.",
            url=reverse("key-create"),
            action="Make a key",
            icon="key-round",
            done=access.own_keys(principal=principal).exists(),
        )
    yield Step(
        title="Read the API reference",
        text="Everything the pages do, programs can do too.",
        url=reverse("api-docs"),
        action="Open the reference",
        icon="book-open",
    )


def _rights(principal: Principal) -> list[dict[str, Any]]:
    by_resource: dict[str, list[str]] = {}
    for right in CATALOGUE:
        if principal.has(right.code):
            by_resource.setdefault(_heading(right.resource), []).append(right.words)
    return [{"resource": name, "actions": words} for name, words in by_resource.items()]


def _heading(resource: str) -> str:
    words = resource.replace("_", " ").capitalize()
    return words.replace("Api ", "API ").replace("Mcp ", "MCP ")


@form_page
@requires()
def profile(request: SignedInRequest) -> HttpResponseBase:
    user = access.own_account(principal=request.principal)
    form = ProfileForm(posted(request), instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Your profile is saved.")
        return redirect("profile")
    context = {"form": form, "person": user}
    return render(request, "accounts/profile.html", context, status=400 if form.is_bound else 200)


@require_safe
@requires()
def palette(request: SignedInRequest) -> HttpResponseBase:
    query = request.GET.get("q", "").strip().lower()
    results = list(sources.find(request.principal, query))
    template = "palette/_results.html" if request.htmx else "palette/palette.html"
    return render(request, template, {"q": query, "results": results})
