"""How to connect a client: ready to paste, for this workspace; with a key in it, if one is made here."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from accounts import keys
from accounts.forms import KeyForm, add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.principal import Principal
from config.errors import InvalidInput
from tools_app.mcp.authentication import origin_of
from tools_app.mcp.setups import setups

SCOPE = "tools:execute"
MANAGE = "api_keys.own.manage"


class ClientKeyForm(KeyForm):
    """A key that can do what a client needs, and no more."""

    def __init__(self, data: object = None) -> None:
        super().__init__([], data)
        del self.fields["scopes"]
        self.fields["name"].initial = "MCP client"
        self.fields["name"].help_text = "Which client it is for, and where it runs."


@form_page
@sensitive_variables("secret")
@never_cache
@requires("tools.team.read")
def page(request: SignedInRequest) -> HttpResponse:
    """The key is shown this once, by itself and in everything there is to paste."""
    form = ClientKeyForm(posted(request))
    secret = ""
    if request.method == "POST":
        request.principal.require(MANAGE)
        secret = _made(request.principal, form)
    url = f"{origin_of(request)}/mcp"
    context = {
        "url": url,
        "setups": setups(url=url, name=f"tenon-{request.tenant.slug}", key=secret),
        "form": form,
        "plaintext": secret,
        "may_make_keys": _may_make(request.principal),
        "may_run": request.principal.has("tools.team.execute"),
    }
    status = 400 if form.is_bound and not secret else 200
    return render(request, "tools/connect.html", context, status=status)


def _may_make(principal: Principal) -> bool:
    return principal.has(MANAGE) and SCOPE in keys.scopes_offered_to(principal)


@sensitive_variables("secret")
def _made(principal: Principal, form: ClientKeyForm) -> str:
    """Nothing, and the form says why, where there is something wrong with it."""
    if not form.is_valid():
        return ""
    name = form.cleaned_data["name"]
    try:
        _, secret = keys.create_key(
            principal=principal, name=name, scopes=[SCOPE], expires_at=form.expires_at
        )
    except InvalidInput as error:
        add_faults(form, error)
        return ""
    return secret
