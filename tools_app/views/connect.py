"""How to connect a client: ready to paste, for this workspace."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from tools_app.mcp.authentication import origin_of
from tools_app.mcp.setups import setups


@require_safe
@requires("tools.team.read")
def page(request: SignedInRequest) -> HttpResponse:
    url = f"{origin_of(request)}/mcp"
    context = {
        "url": url,
        "setups": setups(url=url, name=f"tenon-{request.tenant.slug}"),
        "may_make_keys": request.principal.has("api_keys.own.manage"),
        "may_run": request.principal.has("tools.team.execute"),
    }
    return render(request, "tools/connect.html", context)
