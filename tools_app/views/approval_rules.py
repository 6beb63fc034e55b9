"""How a workspace approves, for those who manage its tools."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts.forms import add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from config.errors import InvalidInput
from tools_app.approvals import access
from tools_app.approvals.rules import set_rules
from tools_app.approvals.webhooks import secret_of
from tools_app.models import ApprovalRules


class RulesForm(forms.Form):
    own = forms.ChoiceField(
        label="What one's own programs propose",
        choices=ApprovalRules.Own.choices,
        widget=forms.RadioSelect,
        help_text="At a tool's form, people are never asked: running it is agreeing.",
    )
    mail = forms.ChoiceField(
        label="Who gets a mail when something waits",
        choices=ApprovalRules.Notify.choices,
        widget=forms.RadioSelect,
        help_text="At most one mail in five minutes to each person.",
    )
    webhook_url = forms.URLField(
        label="Webhook",
        required=False,
        max_length=500,
        assume_scheme="https",
        help_text="Gets a signed POST for each proposal and each decision, without the arguments.",
    )


@form_page
@never_cache
@requires(access.MANAGE)
def page(request: SignedInRequest) -> HttpResponseBase:
    found = access.rules_to_see(principal=request.principal)
    initial = {"own": found.own, "mail": found.mail, "webhook_url": found.webhook_url}
    form = RulesForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            set_rules(principal=request.principal, **form.cleaned_data)
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(request, "Saved.")
            return redirect("approval-rules")
    context: dict[str, Any] = {"form": form, "secret": secret_of(found)}
    status = 400 if form.is_bound else 200
    return render(request, "approvals/rules.html", context, status=status)
