"""Changing a password, and getting back in without it."""

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from accounts import access, passwords, tasks
from accounts.forms import ChangePasswordForm, NewPasswordForm, ResetForm
from accounts.http import (
    SignedInRequest,
    VisitorRequest,
    client_address,
    form_page,
    posted,
    requires,
)
from accounts.models import User
from accounts.throttles import count_reset
from config.errors import Unavailable


@form_page
@sensitive_post_parameters()
@requires()
def change(request: SignedInRequest) -> HttpResponseBase:
    user = access.own_account(principal=request.principal)
    form = ChangePasswordForm(user, posted(request))
    if request.method == "POST" and form.is_valid():
        _set(user, form)
        update_session_auth_hash(request, user)
        messages.success(request, "Your password is changed. Other browsers are signed out.")
        return redirect("profile")
    return render(request, "accounts/password_change.html", {"form": form}, status=_status(form))


def _set(user: User, form: NewPasswordForm) -> None:
    user.set_password(form.cleaned_data["new_password1"])
    user.save(update_fields=["password"])


def _status(form: ResetForm | NewPasswordForm) -> int:
    return 400 if form.is_bound else 200


@form_page
def ask(request: VisitorRequest) -> HttpResponse:
    """The answer does not tell whether there is such an account."""
    form = ResetForm(posted(request))
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        count_reset(email=email, address=client_address(request))
        queued = tasks.enqueue(tasks.mail_password_reset, tenant=request.tenant.slug, email=email)
        if not queued:
            raise Unavailable("Mails cannot be sent at the moment. Try again in a few minutes.")
        return redirect("password-reset-sent")
    return render(request, "accounts/password_reset.html", {"form": form}, status=_status(form))


@require_safe
def sent(request: VisitorRequest) -> HttpResponse:
    return render(request, "accounts/password_reset_sent.html")


@form_page
@sensitive_post_parameters()
@never_cache
def confirm(request: VisitorRequest, uid: str, token: str) -> HttpResponse:
    user = passwords.find_by_link(uid, token)
    if user is None:
        context = {"validlink": False}
        return render(request, "accounts/password_reset_confirm.html", context, status=410)
    form = NewPasswordForm(user, posted(request))
    if request.method == "POST" and form.is_valid():
        _set(user, form)
        login(request, user, backend="accounts.authentication.TenantBackend")
        messages.success(request, "Your new password is set, and you are signed in.")
        return redirect("home")
    found = {"validlink": True, "form": form}
    return render(request, "accounts/password_reset_confirm.html", found, status=_status(form))
