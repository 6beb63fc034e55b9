"""The inbox of tasks, and each task with the form of what it asks for."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SignedInRequest, form_page, requires
from config.errors import Fault, InvalidInput
from sessions_app.access import EVERYONES
from tasks import access, working
from tasks.models import Task
from tools_app.forms.build import form_for
from tools_app.forms.edits import apply_edit
from tools_app.forms.reading import read_form
from tools_app.outputs.blocks import blocks_of
from tools_app.outputs.markdown import render as as_html

OTHERS_SHOWN = 30


@require_safe
@never_cache
@requires(access.READ)
def index(request: SignedInRequest) -> HttpResponseBase:
    principal = request.principal
    waiting = list(access.open_tasks(principal=principal)[:100])
    others = access.found_tasks(principal=principal).exclude(pk__in=[each.pk for each in waiting])
    context = {
        "waiting": waiting,
        "others": others[:OTHERS_SHOWN],
        "may_work": principal.has(access.WORK),
        "sees_all": principal.has(access.MANAGE),
        "now": timezone.now(),
    }
    return render(request, "tasks/index.html", context)


@form_page
@never_cache
@requires(access.READ)
def page(request: SignedInRequest, task_id: UUID) -> HttpResponseBase:
    if request.method == "POST":
        return _sent(request, access.task_to_work(principal=request.principal, task_id=task_id))
    task = access.task_to_see(principal=request.principal, task_id=task_id)
    working.look_again(task)
    return _page(request, task)


def _sent(request: SignedInRequest, task: Task) -> HttpResponseBase:
    """A change of the form (a row more), or the result."""
    value = read_form(schema=task.contract, data=request.POST)
    edit = apply_edit(value, request.POST, schema=task.contract)
    if edit:
        return _page(request, task, value=edit[0], focus=edit[1])
    try:
        working.complete(principal=request.principal, task=task, output=value)
    except InvalidInput as error:
        return _page(request, task, value=value, faults=error.faults)
    messages.success(request, f"Done: {task.name}. Thank you.")
    return redirect("tasks")


def _page(
    request: SignedInRequest,
    task: Task,
    *,
    value: dict[str, Any] | None = None,
    faults: tuple[Fault, ...] = (),
    focus: str = "",
) -> HttpResponse:
    principal = request.principal
    may_work = task.is_open and access.may_work(principal, task)
    others = task.is_claimed and task.claimed_by_id != principal.user_id
    form = form_for(
        schema=task.contract,
        value=value,
        faults=faults,
        principal=principal,
        disabled=not may_work or others,
    )
    context = {
        "task": task,
        "instructions": as_html(task.instructions),
        "form": form,
        "errors": form.errors_summary,
        "focus": focus,
        "may_work": may_work and not others,
        "is_mine": task.is_claimed and not others,
        "may_cancel": task.is_open
        and (task.user_id == principal.user_id or principal.has(access.MANAGE)),
        "sees_run": task.user_id == principal.user_id or principal.has(EVERYONES),
        "blocks": blocks_of(
            sections=(), output=task.output, schema=task.contract, slug=task.tool_slug
        )
        if task.output is not None
        else [],
        "now": timezone.now(),
    }
    return render(request, "tasks/task.html", context, status=400 if faults else 200)


@require_POST
@requires(access.WORK)
def claim(request: SignedInRequest, task_id: UUID) -> HttpResponseBase:
    task = access.task_to_work(principal=request.principal, task_id=task_id)
    working.claim(principal=request.principal, task=task)
    return redirect("task", task.pk)


@require_POST
@requires(access.WORK)
def release(request: SignedInRequest, task_id: UUID) -> HttpResponseBase:
    task = access.task_to_work(principal=request.principal, task_id=task_id)
    working.release(principal=request.principal, task=task)
    messages.success(request, "Given back. Somebody else can do it now.")
    return redirect("task", task.pk)


@require_POST
@requires(access.WORK)
def decline(request: SignedInRequest, task_id: UUID) -> HttpResponseBase:
    task = access.task_to_work(principal=request.principal, task_id=task_id)
    reason = request.POST.get("reason", "")[:500]
    working.decline(principal=request.principal, task=task, reason=reason)
    messages.success(request, "Declined. Whoever asked is told.")
    return redirect("tasks")


@require_POST
@requires(access.READ)
def cancel(request: SignedInRequest, task_id: UUID) -> HttpResponseBase:
    task = access.task_to_cancel(principal=request.principal, task_id=task_id)
    working.cancel(principal=request.principal, task=task)
    messages.success(request, "Cancelled. Nobody has to do it any more.")
    return redirect("tasks")
