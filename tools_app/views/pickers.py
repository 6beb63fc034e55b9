"""What fields that pick an entity ask while one types."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from tools_app.forms import pickers


@require_safe
@requires("tools.team.read")
def search(request: SignedInRequest, source: str) -> HttpResponse:
    query = request.GET.get("q", "")[:100]
    found = pickers.search(source, request.principal, query)
    rows = [{"value": value, "label": label, "hint": hint} for value, label, hint in found]
    return JsonResponse({"results": rows})
