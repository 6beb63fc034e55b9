"""The consent page: who asks, for what, in words; yes or no."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from accounts.http import SignedInRequest, client_address, form_page, requires
from config.middleware import CONTENT_SECURITY_POLICY
from oauth.asking import Asked, Sender, asked, sender
from oauth.consent import consent, grantable
from oauth.errors import OAuthError
from oauth.redirects import ToProgram, csp_source, with_answer
from oauth.scopes import words_for
from oauth.views.metadata import origin_of, resource_of


@form_page
@never_cache
@requires()
def authorize(request: SignedInRequest) -> HttpResponseBase:
    """What is asked for stands in the address, and is checked anew when the form is sent."""
    try:
        sent_by = sender(request.GET.dict(), address=client_address(request))
    except OAuthError as error:
        return render(request, "oauth/refused.html", {"error": error}, status=400)
    try:
        wanted = asked(request.GET.dict(), sent_by, resource=resource_of(request))
    except OAuthError as error:
        return _told(request, sent_by, error=error.problem_code, error_description=str(error))
    if request.method != "POST":
        return _page(request, wanted)
    if request.POST.get("decision") != "allow":
        return _told(request, sent_by, error="access_denied")
    return _told(request, sent_by, code=consent(principal=request.principal, asked=wanted))


def _page(request: SignedInRequest, wanted: Asked) -> HttpResponse:
    scopes = grantable(request.principal, wanted)
    context = {
        "client": wanted.client,
        "goes_to": csp_source(wanted.redirect_uri),
        "scopes": [{"name": scope, "words": words_for(scope)} for scope in scopes],
        "left_out": [scope for scope in wanted.scopes if scope not in scopes],
        "action": request.get_full_path(),
    }
    response = render(request, "oauth/authorize.html", context)
    # The answer to the form leads to the program.
    policy = CONTENT_SECURITY_POLICY.replace(
        "form-action 'self'", f"form-action 'self' {csp_source(wanted.redirect_uri)}"
    )
    response["Content-Security-Policy"] = policy
    return response


def _told(request: SignedInRequest, sent_by: Sender, **answer: str) -> ToProgram:
    """Back to the program, which knows by `iss` who answers (RFC 9207)."""
    if sent_by.state:
        answer["state"] = sent_by.state
    return ToProgram(with_answer(sent_by.redirect_uri, **answer, iss=origin_of(request)))
