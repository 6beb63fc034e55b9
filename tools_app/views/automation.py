"""What runs a tool by itself: its schedules, its webhook, and how much of it runs at a time."""

import json
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from rest_framework.exceptions import ParseError

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from config.errors import InvalidInput
from config.parsers import strict_json
from tools_app import access, limits
from tools_app.models import Schedule
from tools_app.resolved import ResolvedTool
from tools_app.triggers import schedules, webhooks
from tools_app.views.prefill import example_of


class ScheduleForm(forms.Form):
    cron = forms.CharField(
        label="When",
        max_length=100,
        help_text="Minute, hour, day, month, weekday. “30 7 * * 1-5” is 7:30 from Monday to Friday.",
    )
    timezone = forms.CharField(
        label="Time zone", max_length=64, initial="UTC", help_text="Such as Europe/Berlin."
    )
    missed = forms.ChoiceField(
        label="Times at which nothing was running",
        choices=Schedule.Missed.choices,
        widget=forms.RadioSelect,
        initial=Schedule.Missed.SKIP,
    )
    payload = forms.CharField(
        label="Input as JSON",
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "code"}),
    )

    def clean_payload(self) -> dict[str, Any]:
        try:
            value = strict_json(self.cleaned_data["payload"] or "{}")
        except ParseError as error:
            words = str(error.detail).replace("The body", "This")
            raise forms.ValidationError(words) from error
        if not isinstance(value, dict):
            raise forms.ValidationError("An object in { } is needed.")
        return value


class LimitsForm(forms.Form):
    at_once = forms.IntegerField(
        label="Background runs at a time",
        required=False,
        min_value=1,
        max_value=limits.MOST_AT_ONCE,
    )
    timeout_seconds = forms.IntegerField(
        label="Longest run, in seconds",
        required=False,
        min_value=1,
        max_value=limits.LONGEST_SECONDS,
    )


@form_page
@never_cache
@requires(schedules.RIGHT)
def page(request: SignedInRequest, slug: str) -> HttpResponseBase:
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    sent = request.POST.get("_form") if request.method == "POST" else ""
    data = posted(request)
    schedule = ScheduleForm(data if sent == "schedule" else None, initial=_first_values(tool))
    limit = limits.limits_to_see(principal=request.principal, slug=slug)
    values = {"at_once": limit.at_once, "timeout_seconds": limit.timeout_seconds}
    bounds = LimitsForm(data if sent == "limits" else None, initial=values)
    if sent == "schedule" and _scheduled(request, tool, schedule):
        return redirect("tool-automation", slug=slug)
    if sent == "limits" and _limited(request, tool, bounds):
        return redirect("tool-automation", slug=slug)
    return _shown(request, tool, schedule, bounds, status=400 if sent else 200)


def _first_values(tool: ResolvedTool) -> dict[str, str]:
    value = example_of(tool) or tool.default_input
    return {"payload": json.dumps(value, indent=2, ensure_ascii=False)}


def _scheduled(request: SignedInRequest, tool: ResolvedTool, form: ScheduleForm) -> bool:
    if not form.is_valid():
        return False
    try:
        schedules.create_schedule(principal=request.principal, slug=tool.slug, **form.cleaned_data)
    except InvalidInput as error:
        _blame(form, error)
        return False
    messages.success(request, "Scheduled. It runs as you, with the rights you have then.")
    return True


def _blame(form: ScheduleForm, error: InvalidInput) -> None:
    """What is wrong with the tool's input is said at the field that holds all of it."""
    own = [fault for fault in error.faults if fault.pointer in {"/cron", "/timezone"}]
    add_faults(form, InvalidInput(faults=own))
    for fault in error.faults:
        if fault not in own:
            form.add_error("payload", f"{fault.pointer or '/'}: {fault.detail}")


def _limited(request: SignedInRequest, tool: ResolvedTool, form: LimitsForm) -> bool:
    if not form.is_valid():
        return False
    limits.set_limits(principal=request.principal, slug=tool.slug, **form.cleaned_data)
    messages.success(request, "Saved. It holds from the next run that is begun.")
    return True


def _shown(
    request: SignedInRequest,
    tool: ResolvedTool,
    schedule: ScheduleForm,
    bounds: LimitsForm,
    *,
    status: int = 200,
    secret: str = "",
) -> HttpResponseBase:
    may_manage = request.principal.has(webhooks.RIGHT)
    principal = request.principal
    hook = webhooks.find_webhook(principal=principal, slug=tool.slug) if may_manage else None
    url = request.build_absolute_uri(reverse("api-hook", args=[hook.pk])) if hook else ""
    context = {
        "tool": tool,
        "schedules": schedules.schedules_to_see(principal=principal, slug=tool.slug),
        "form": schedule,
        "bounds": bounds,
        "hook": hook,
        "hook_url": url,
        "secret": secret,
        "may_manage": may_manage,
    }
    return render(request, "automation/page.html", context, status=status)


@require_POST
@requires(schedules.RIGHT)
def delete_schedule(request: SignedInRequest, schedule_id: UUID) -> HttpResponseBase:
    found = schedules.schedule_to_see(principal=request.principal, schedule_id=schedule_id)
    schedules.delete_schedule(principal=request.principal, schedule=found)
    messages.success(request, "The schedule is gone. Runs that it started go on.")
    return redirect("tool-automation", slug=found.tool_slug)


@require_POST
@requires(schedules.RIGHT)
def switch_schedule(request: SignedInRequest, schedule_id: UUID) -> HttpResponseBase:
    found = schedules.schedule_to_see(principal=request.principal, schedule_id=schedule_id)
    schedules.change_schedule(
        principal=request.principal, schedule=found, enabled=not found.enabled
    )
    messages.success(request, "Turned on." if found.enabled else "Turned off.")
    return redirect("tool-automation", slug=found.tool_slug)


@require_POST
@never_cache
@requires(webhooks.RIGHT)
def webhook(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Make it, give it a new secret, or delete it. A secret is shown this once."""
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    act = request.POST.get("act", "")
    if act == "delete":
        webhooks.delete_webhook(principal=request.principal, slug=slug)
        messages.success(request, "The webhook is gone: its address answers nobody any more.")
        return redirect("tool-automation", slug=slug)
    change = webhooks.rotate_webhook if act == "rotate" else webhooks.create_webhook
    _, secret = change(principal=request.principal, slug=slug)
    limit = limits.limits_to_see(principal=request.principal, slug=slug)
    values = {"at_once": limit.at_once, "timeout_seconds": limit.timeout_seconds}
    form, bounds = ScheduleForm(initial=_first_values(tool)), LimitsForm(initial=values)
    return _shown(request, tool, form, bounds, secret=secret)
