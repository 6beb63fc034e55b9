"""Model connections, for those who administer the workspace."""

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from agents import access, connections
from agents.forms import ConnectionForm
from agents.trying import try_connection
from config.errors import InvalidInput

READ, MANAGE = "connections.tenant.read", "connections.tenant.manage"


@require_safe
@requires(READ)
def index(request: SignedInRequest) -> HttpResponseBase:
    rows = access.visible_connections(principal=request.principal)
    context = {"connections": rows, "may_manage": request.principal.has(MANAGE)}
    return render(request, "agents/connections.html", context)


@form_page
@sensitive_post_parameters("key")
@requires(MANAGE)
def create(request: SignedInRequest) -> HttpResponseBase:
    form = ConnectionForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            row = connections.create_connection(principal=request.principal, **form.values)
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, f"“{row.name}” is set up. Try it.")
            return redirect("connection", slug=row.slug)
    status = 400 if form.is_bound else 200
    return render(request, "agents/connection.html", {"form": form}, status=status)


@form_page
@sensitive_post_parameters("key")
@requires(MANAGE)
def change(request: SignedInRequest, slug: str) -> HttpResponseBase:
    row = access.connection_to_manage(principal=request.principal, slug=slug)
    name = row.name
    form = ConnectionForm(posted(request), connection=row)
    if request.method == "POST" and form.is_valid():
        try:
            connections.change_connection(
                principal=request.principal, connection=row, **form.values
            )
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, f"“{row.name}” is saved.")
            return redirect("connection", slug=slug)
    context = {"form": form, "slug": slug, "name": name, "has_key": row.has_key}
    status = 400 if form.is_bound else 200
    return render(request, "agents/connection.html", context, status=status)


@require_POST
@requires(MANAGE)
def try_out(request: SignedInRequest, slug: str) -> HttpResponseBase:
    row = access.connection_to_manage(principal=request.principal, slug=slug)
    trial = try_connection(principal=request.principal, connection=row)
    if trial.ok:
        words = f"{trial.model} answered in {trial.milliseconds} ms: “{trial.words}”"
        messages.success(request, words)
    else:
        messages.error(request, f"{row.name}: {trial.words}")
    return redirect("connection", slug=slug)


@require_POST
@requires(MANAGE)
def delete(request: SignedInRequest, slug: str) -> HttpResponseBase:
    row = access.connection_to_manage(principal=request.principal, slug=slug)
    connections.delete_connection(principal=request.principal, connection=row)
    messages.success(request, f"“{row.name}” is removed, and its key with it.")
    return redirect("connections")


@require_POST
@sensitive_post_parameters("key")
@requires(MANAGE)
def forget_key(request: SignedInRequest, slug: str) -> HttpResponseBase:
    row = access.connection_to_manage(principal=request.principal, slug=slug)
    connections.change_connection(principal=request.principal, connection=row, key="")
    messages.success(request, f"The key of “{row.name}” is forgotten.")
    return redirect("connection", slug=slug)
