"""Where programs register, and get, renew and give back tokens. JSON as OAuth has it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from rest_framework.exceptions import ParseError

from accounts.http import client_address
from accounts.throttles import count
from config.errors import RateLimited
from config.parsers import strict_json
from oauth import clients, tokens
from oauth.errors import InvalidDocument, InvalidGrant, OAuthError
from oauth.models import Client
from oauth.tokens import ACCESS_LIVES, Issued

MINUTE = 60
BAD_TRIES = 30
View = Callable[[HttpRequest], HttpResponse]
NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}


def for_programs(view: View) -> View:
    """Refusals are told as OAuth tells them; too many of them from one address are refused."""

    def wrapped(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except RateLimited as error:
            return _refused("temporarily_unavailable", str(error), 429, error.retry_after)
        except OAuthError as error:
            return _counted(request, error)

    return csrf_exempt(require_POST(wrapped))


def _counted(request: HttpRequest, error: OAuthError) -> HttpResponse:
    try:
        what = "Too many requests were refused."
        count("oauth-bad", client_address(request), limit=BAD_TRIES, window=MINUTE, what=what)
    except RateLimited as limit:
        return _refused("temporarily_unavailable", str(limit), 429, limit.retry_after)
    return _refused(error.problem_code, str(error), error.status, None)


def _refused(code: str, words: str, status: int, wait: int | None) -> HttpResponse:
    headers = {**NO_STORE, **({"Retry-After": str(wait)} if wait else {})}
    body = {"error": code, "error_description": words}
    return JsonResponse(body, status=status, headers=headers)


@for_programs
def register(request: HttpRequest) -> HttpResponse:
    """RFC 7591. Whatever it asks for, it is a public client: PKCE stands for the secret."""
    try:
        described = strict_json(request.body)
    except ParseError as error:
        raise InvalidDocument(str(error)) from error
    client = clients.register(address=client_address(request), described=described)
    body = {
        "client_id": client.client_id,
        "client_id_issued_at": int(client.created_at.timestamp()),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris,
        "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
    }
    return JsonResponse(body, status=201, headers=NO_STORE)


@sensitive_post_parameters()
@for_programs
def token(request: HttpRequest) -> HttpResponse:
    client = _client(request)
    match request.POST.get("grant_type"):
        case "authorization_code":
            issued = tokens.from_code(
                client=client,
                code=_needed(request, "code"),
                verifier=_needed(request, "code_verifier"),
                redirect_uri=_needed(request, "redirect_uri"),
                resource=request.POST.get("resource"),
            )
        case "refresh_token":
            issued = tokens.from_refresh(
                client=client,
                refresh=_needed(request, "refresh_token"),
                scopes=request.POST.get("scope", "").split() or None,
                resource=request.POST.get("resource"),
            )
        case _:
            words = "authorization_code and refresh_token are known."
            raise OAuthError(words, code="unsupported_grant_type")
    return _told(issued)


def _told(issued: Issued) -> HttpResponse:
    body = {
        "access_token": issued.access,
        "token_type": "Bearer",
        "expires_in": int(ACCESS_LIVES.total_seconds()),
        "scope": " ".join(issued.scopes),
    }
    if issued.refresh:
        body["refresh_token"] = issued.refresh
    return JsonResponse(body, headers=NO_STORE)


@sensitive_post_parameters()
@for_programs
def revoke(request: HttpRequest) -> HttpResponse:
    tokens.revoke(client=_client(request), secret=_needed(request, "token"))
    return JsonResponse({}, headers=NO_STORE)


def _client(request: HttpRequest) -> Client:
    return clients.find(_needed(request, "client_id"), address=client_address(request))


def _needed(request: HttpRequest, name: str) -> str:
    value = request.POST.get(name, "")
    if not value:
        raise OAuthError(f"{name} is missing.")
    if len(value) > 500 or "\x00" in value:
        raise InvalidGrant(f"{name} is not one of ours.")
    return str(value)
