"""What programs read first: whose tokens this endpoint takes, and how to get one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from oauth.scopes import OFFLINE, names


def origin_of(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def resource_of(request: HttpRequest) -> str:
    """The one audience of our tokens."""
    return f"{origin_of(request)}/mcp"


@require_safe
def protected_resource(request: HttpRequest) -> HttpResponse:
    """RFC 9728."""
    described = {
        "resource": resource_of(request),
        "resource_name": "Tenon",
        "authorization_servers": [origin_of(request)],
        "scopes_supported": ["tools:execute", "tools:read", "tools:write", "runs:read", OFFLINE],
        "bearer_methods_supported": ["header"],
    }
    return JsonResponse(described, headers={"Cache-Control": "public, max-age=300"})


@require_safe
def authorization_server(request: HttpRequest) -> HttpResponse:
    """RFC 8414."""
    origin = origin_of(request)
    described = {
        "issuer": origin,
        "authorization_endpoint": origin + reverse("oauth-authorize"),
        "token_endpoint": origin + reverse("oauth-token"),
        "registration_endpoint": origin + reverse("oauth-register"),
        "revocation_endpoint": origin + reverse("oauth-revoke"),
        "scopes_supported": names(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }
    return JsonResponse(described, headers={"Cache-Control": "public, max-age=300"})
