"""Forms of the account pages. They parse; the services decide, and their faults come back to the
fields (`add_faults`)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.utils import timezone

from accounts.catalogue import SCOPES, Role
from accounts.models import User
from config.errors import InvalidInput


def add_faults(form: forms.BaseForm, error: InvalidInput) -> None:
    """Show what a service found at the field that it names."""
    for fault in error.faults:
        name = fault.pointer.split("/")[1] if "/" in fault.pointer else ""
        form.add_error(name if name in form.fields else None, fault.detail)


def _password(label: str, autocomplete: str, **options: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, widget=widget, strip=False, max_length=1000, **options)


class SignInForm(forms.Form):
    email = forms.EmailField(
        label="E-mail", widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    password = _password("Password", "current-password")


class NewPasswordForm(forms.Form):
    """For somebody whose right to set it has been shown: `user` may be unsaved."""

    new_password1 = _password("New password", "new-password", help_text="At least 10 characters.")
    new_password2 = _password("New password again", "new-password")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_new_password1(self) -> str:
        password: str = self.cleaned_data["new_password1"]
        password_validation.validate_password(password, self.user)
        return password

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, second = data.get("new_password1"), data.get("new_password2")
        if first and second and first != second:
            self.add_error("new_password2", "The two passwords are not the same.")
        return data


class ChangePasswordForm(NewPasswordForm):
    old_password = _password("Present password", "current-password")
    field_order = ["old_password", "new_password1", "new_password2"]

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("This is not your present password.")
        return password


class ResetForm(forms.Form):
    email = forms.EmailField(
        label="E-mail", widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )


class AcceptForm(forms.Form):
    name = forms.CharField(
        label="Your name", max_length=100, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password1 = _password("Password", "new-password", help_text="At least 10 characters.")
    password2 = _password("Password again", "new-password")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", "The two passwords are not the same.")
        return data


class DescribedOptions(forms.widgets.ChoiceWidget):
    """Options with a line of explanation each, which `components/field.html` shows."""

    words: Mapping[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        return {**option, "help": self.words.get(str(value), "")}


class DescribedRadio(DescribedOptions, forms.RadioSelect):
    pass


class DescribedCheckboxes(DescribedOptions, forms.CheckboxSelectMultiple):
    pass


def offer(field: forms.Field, options: Mapping[str, tuple[str, str]]) -> None:
    """Set the choices of a field with such a widget: value → (label, explanation)."""
    field.choices = [(value, label) for value, (label, _) in options.items()]  # type: ignore[attr-defined]
    field.widget.words = {value: words for value, (_, words) in options.items()}


class InviteForm(forms.Form):
    email = forms.EmailField(label="E-mail")
    role = forms.ChoiceField(label="Role", widget=DescribedRadio, initial=Role.GUEST)

    def __init__(self, roles: list[Role], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["role"], {role.value: (role.label, role.purpose) for role in roles})


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=[(role.value, role.label) for role in Role])


class ProfileForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["name"]


class KeyForm(forms.Form):
    LIVES = {"30": "30 days", "90": "90 days", "365": "1 year", "never": "No expiry"}

    name = forms.CharField(
        label="Name", max_length=100, help_text="What will use it, for example “Nightly import”."
    )
    scopes = forms.MultipleChoiceField(label="Scopes", widget=DescribedCheckboxes)
    expires = forms.ChoiceField(label="Expires after", choices=list(LIVES.items()), initial="90")

    def __init__(self, scopes: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["scopes"], {scope: (scope, SCOPES[scope].words) for scope in scopes})

    @property
    def expires_at(self) -> Any:
        days = self.cleaned_data["expires"]
        return None if days == "never" else timezone.now() + timedelta(days=int(days))


class RotateForm(forms.Form):
    grace_hours = forms.TypedChoiceField(
        choices=[("0", "at once"), ("1", "after 1 hour"), ("24", "after 24 hours")],
        coerce=int,
        initial="0",
    )
