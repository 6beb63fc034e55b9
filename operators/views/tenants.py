"""The workspaces of this installation, for its operators. Exists on the platform's host only."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts import tasks as account_tasks
from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.invitations import path_for
from config.errors import InvalidInput, NotFound
from operators import access
from operators.forms import TenantForm
from tenants import provisioning, tasks
from tenants.context import working_in
from tenants.models import Tenant

View = Callable[..., HttpResponseBase]


def on_platform(view: View) -> View:
    """Elsewhere the page does not exist."""

    @wraps(view)
    def wrapped(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.tenant.is_platform:
            raise NotFound
        return view(request, *args, **kwargs)

    return wrapped


@require_safe
@on_platform
@requires("tenants.platform.read")
def index(request: SignedInRequest) -> HttpResponseBase:
    query = request.GET.get("q", "").strip()
    tenants = access.visible_tenants(principal=request.principal)
    if query:
        tenants = tenants.filter(name__icontains=query) | tenants.filter(slug__icontains=query)
    context = {
        "tenants": [_row(request, tenant) for tenant in tenants],
        "q": query,
        "may_manage": request.principal.has("tenants.platform.manage"),
    }
    return render(request, "tenants/list.html", context)


def _row(request: SignedInRequest, tenant: Tenant) -> dict[str, Any]:
    return {
        "tenant": tenant,
        "url": _address(request, tenant),
        "detail_url": reverse("tenant", args=[tenant.slug]),
    }


def _address(request: SignedInRequest, tenant: Tenant) -> str:
    """Of the tenant's first host, on the scheme and port that the operator uses."""
    domain = next(iter(tenant.domains.all()), None)
    _, _, port = request.get_host().partition(":")
    return f"{request.scheme}://{domain}{':' + port if port else ''}" if domain else ""


@form_page
@on_platform
@requires("tenants.platform.manage")
def create(request: SignedInRequest) -> HttpResponseBase:
    form = TenantForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            tenant = provisioning.register_tenant(**form.cleaned_data)
        except InvalidInput as error:
            add_faults(form, error)
        else:
            _hand_over(request, tasks.provision_tenant, tenant)
            return redirect("tenant", tenant.slug)
    status = 400 if form.is_bound else 200
    return render(request, "tenants/create.html", {"form": form}, status=status)


def _hand_over(request: SignedInRequest, task: Any, tenant: Tenant) -> None:
    """The row says what is to be done; if the broker is away, beat finds it later."""
    if not account_tasks.enqueue(task, slug=tenant.slug):
        messages.warning(
            request, "The background workers do not answer. This continues when they do."
        )


@require_safe
@on_platform
@requires("tenants.platform.read")
def detail(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """The page; for htmx, which polls it while something goes on, only the progress."""
    try:
        tenant = access.tenant_to_see(principal=request.principal, slug=slug)
    except NotFound:
        if not request.htmx:
            raise
        messages.success(request, f"{slug} is deleted; its dump is in the exports folder.")
        return HttpResponse(headers={"HX-Redirect": reverse("tenants")})
    if request.htmx and not tenant.in_progress and tenant.status != Tenant.Status.FAILED:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {
        **_row(request, tenant),
        "domains": tenant.domains.all(),
        "steps": _progress(tenant),
        "invitation_link": _owner_link(request, tenant),
        "may_manage": request.principal.has("tenants.platform.manage"),
        **{
            f"{act}_url": reverse(f"tenant-{act}", args=[tenant.slug])
            for act in ("suspend", "resume", "retry", "delete")
        },
    }
    template = "tenants/_progress.html" if request.htmx else "tenants/detail.html"
    return render(request, template, context)


def _progress(tenant: Tenant) -> list[dict[str, str]]:
    steps = provisioning.all_steps()
    keys = [step.key for step in steps]
    at = keys.index(tenant.step) if tenant.step in keys else -1
    if tenant.is_active:
        at = len(keys)
    here = "failed" if tenant.status == Tenant.Status.FAILED else "running"
    states = ["done" if i < at else here if i == at else "waiting" for i in range(len(keys))]
    return [
        {"label": step.label, "state": state} for step, state in zip(steps, states, strict=True)
    ]


def _owner_link(request: SignedInRequest, tenant: Tenant) -> str:
    """The first owner's invitation, as long as it is open."""
    if not (tenant.is_active and tenant.owner_email):
        return ""
    with working_in(tenant):
        path = path_for(tenant.owner_email)
    return _address(request, tenant) + path if path else ""


def _acting(act: Callable[[SignedInRequest, Tenant], str]) -> View:
    """A view that does one thing to one tenant and says what."""

    @require_POST
    @on_platform
    @requires("tenants.platform.manage")
    def view(request: SignedInRequest, slug: str) -> HttpResponseBase:
        tenant = access.tenant_to_manage(principal=request.principal, slug=slug)
        messages.success(request, act(request, tenant))
        return redirect("tenant", slug)

    return view


@_acting
def suspend(request: SignedInRequest, tenant: Tenant) -> str:  # noqa: ARG001
    provisioning.suspend(tenant)
    return f"{tenant.name} is suspended: its pages, API and tasks say so from now on."


@_acting
def resume(request: SignedInRequest, tenant: Tenant) -> str:  # noqa: ARG001
    provisioning.resume(tenant)
    return f"{tenant.name} is active again."


@_acting
def retry(request: SignedInRequest, tenant: Tenant) -> str:
    provisioning.reopen(tenant)
    _hand_over(request, tasks.provision_tenant, tenant)
    return f"{tenant.name} is being created again."


@_acting
def delete(request: SignedInRequest, tenant: Tenant) -> str:
    provisioning.mark_for_deletion(tenant, confirm=request.POST.get("confirm", "").strip())
    _hand_over(request, tasks.delete_tenant, tenant)
    return f"{tenant.name} is being exported and deleted."
