"""Signing in and out."""

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import demo
from accounts.forms import SignInForm
from accounts.http import VisitorRequest, client_address, form_page, posted
from accounts.throttles import SignInTry
from config.errors import RateLimited


@form_page
@sensitive_post_parameters("password")
@never_cache
def sign_in(request: VisitorRequest) -> HttpResponse:
    if request.principal:
        return redirect(_next(request))
    form = SignInForm(posted(request))
    status = 200
    if request.method == "POST":
        status = 400
        try:
            if form.is_valid() and _try(request, form):
                return redirect(_next(request))
        except RateLimited as error:
            form.add_error(None, error.detail)
            status = error.status
    context = {"form": form, "next": _next(request, default=""), **demo.hint(request.tenant)}
    return render(request, "accounts/sign_in.html", context, status=status)


def _try(request: VisitorRequest, form: SignInForm) -> bool:
    """Signs in, or says on the form why not. Raises `RateLimited`."""
    email, password = form.cleaned_data["email"], form.cleaned_data["password"]
    attempt = SignInTry(email=email, address=client_address(request))
    user = authenticate(request, username=email, password=password)
    if user is None:
        form.add_error("password", "The e-mail or the password is wrong.")
        return False
    attempt.succeeded()
    login(request, user)
    return True


def _next(request: VisitorRequest, *, default: str = settings.LOGIN_REDIRECT_URL) -> str:
    """Where to go afterwards: a page of this host, nothing else."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    host = request.get_host()
    if url_has_allowed_host_and_scheme(target, {host}, require_https=request.is_secure()):
        return target
    return default


@require_POST
def sign_out(request: VisitorRequest) -> HttpResponseBase:
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)
