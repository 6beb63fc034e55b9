"""Icons for those outside of our pages, such as MCP clients. Nothing about a tenant is in them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from lucide import IconDoesNotExist

from config.icons import lucide


@require_safe
def svg(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - the address says it
    try:
        drawn = lucide(name)
    except IconDoesNotExist as error:
        raise Http404 from error
    headers = {
        "Cache-Control": "public, max-age=86400",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return HttpResponse(drawn, content_type="image/svg+xml", headers=headers)
