"""Connected clients: what acts for a person, and how to end it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SignedInRequest, requires
from oauth import access
from oauth.consent import disconnect
from oauth.scopes import names, words_for


@require_safe
@requires()
def index(request: SignedInRequest) -> HttpResponseBase:
    known = set(names())
    rows = [
        {
            "connection": connection,
            "own": connection.user_id == request.principal.user_id,
            "scopes": [words_for(scope) for scope in connection.scopes if scope in known],
        }
        for connection in access.visible_connections(principal=request.principal)
    ]
    return render(request, "oauth/connections.html", {"rows": rows})


@require_POST
@requires()
def revoke(request: SignedInRequest, connection_id: UUID) -> HttpResponseBase:
    found = access.connection_to_revoke(principal=request.principal, connection_id=connection_id)
    disconnect(found)
    messages.success(request, f"{found.client.name} is disconnected.")
    return redirect("clients")
