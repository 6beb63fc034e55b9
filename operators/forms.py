from django import forms
from django.conf import settings

from tenants.models import LONGEST_SLUG, slug_validator


class TenantForm(forms.Form):
    name = forms.CharField(label="Name", max_length=100, help_text="What its people see.")
    slug = forms.CharField(
        label="Address",
        max_length=LONGEST_SLUG,
        validators=[slug_validator],
        help_text=f"Lower-case letters, digits, hyphens. Its pages are at address.{settings.BASE_DOMAIN}.",
    )
    owner_email = forms.EmailField(
        label="Owner's e-mail", help_text="Gets an invitation as the first owner."
    )
