"""The back office: Django's admin, asking the principal instead of `request.user`, and writing
through the same services as the pages."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html, format_html_join

from accounts import access, keys, people
from accounts.catalogue import Role
from accounts.http import form_page
from accounts.models import ApiKey, Invitation, User
from accounts.principal import Principal
from config.errors import AppError, NotAuthenticated


def principal_in(request: HttpRequest) -> Principal | None:
    return getattr(request, "principal", None)


class BackOffice(admin.AdminSite):
    site_header = "Administration"
    site_title = "Administration"
    index_title = "Administration"
    enable_nav_sidebar = True

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        """One list, in our words and our order, instead of one for each Django app."""
        found = {
            model["model"]: model
            for app in super().get_app_list(request, app_label)
            for model in app["models"]
        }
        models = [
            {**found[model], "name": office.plural, "purpose": office.purpose}
            for model, office in self._registry.items()
            if model in found and isinstance(office, ReadOnlyAdmin)
        ]
        url = reverse("admin:index")
        app = {"name": "Workspace", "app_label": "workspace", "app_url": url, "models": models}
        return [app] if models else []

    def has_permission(self, request: HttpRequest) -> bool:
        """Nobody is sent to sign in; somebody without the right is told so."""
        principal = principal_in(request)
        if principal is None:
            return False
        principal.require("admin.tenant.manage")
        return True

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return form_page(super().admin_view(view, cacheable))

    @method_decorator(form_page)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """One sign-in for everything."""
        return redirect("sign-in")

    def to_own_page(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Signing out and passwords have pages of their own, for everyone."""
        return redirect("profile")

    logout = password_change = password_change_done = to_own_page  # type: ignore[assignment]


site = BackOffice(name="admin")


class ReadOnlyAdmin(admin.ModelAdmin):
    """Sees with a right; adds, changes and deletes nothing directly."""

    right = ""
    # What the pages call it: Django would say "Select user to change".
    singular = plural = purpose = ""

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        words = {"title": self.plural, "label": self.plural}
        return super().changelist_view(request, {**words, **(extra_context or {})})

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        words = {"title": self.singular, "label": self.plural}
        words |= extra_context or {}
        return super().changeform_view(request, object_id, form_url, words)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        principal = principal_in(request)
        return principal is not None and principal.has(self.right)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False


class MemberForm(forms.ModelForm):
    role = forms.ChoiceField(choices=[(role.value, role.label) for role in Role])

    class Meta:
        model = User
        fields = ["name", "is_active"]
        labels = {"is_active": "Can sign in"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = self.instance.role.value


@admin.register(User, site=site)
class MemberAdmin(ReadOnlyAdmin):
    right = "members.tenant.read"
    singular, plural, purpose = "Member", "Members", "Who can sign in, and in which role"
    form = MemberForm
    list_display = ["name", "email", "role_name", "is_active", "last_login"]
    list_filter = ["groups", "is_active"]
    search_fields = ["name", "email"]
    fields = ["name", "email", "role", "is_active", "last_login", "created_at"]
    readonly_fields = ["email", "last_login", "created_at"]

    @admin.display(description="Role")
    def role_name(self, user: User) -> str:
        return user.role_label

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:  # noqa: ARG002 - Django's
        return User.objects.with_groups()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        principal = principal_in(request)
        if principal is None or not principal.has("members.tenant.manage"):
            return False
        return not isinstance(obj, User) or people.may_manage(principal, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:  # noqa: ARG002
        """The services decide: the last owner stays, nobody rises above who raises them."""
        principal = principal_in(request)
        if principal is None:
            raise NotAuthenticated
        person = access.person_to_manage(principal=principal, person_id=obj.pk)
        role = Role(form.cleaned_data["role"])
        if role != person.role:
            people.change_role(principal=principal, person=person, role=role)
        if "is_active" in form.changed_data:
            act = people.reactivate if obj.is_active else people.deactivate
            act(principal=principal, person=person)
        User.objects.filter(pk=obj.pk).update(name=obj.name)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A rule that forbids the change is a message on the form, not an error page."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except AppError as error:
            messages.error(request, f"{error.title}. {error.detail}")
            return redirect(request.path)


RIGHT = "<li>{} <code>{}</code></li>"


class RoleAdmin(ReadOnlyAdmin):
    """The six roles and their rights, as the catalogue in the code says."""

    right = "members.tenant.read"
    singular, plural, purpose = "Role", "Roles", "The six roles and their rights"
    list_display = ["name", "words"]
    fields = ["name", "words", "rights"]
    readonly_fields = ["name", "words", "rights"]

    @admin.display(description="Purpose")
    def words(self, group: Group) -> str:
        return Role(group.name).purpose

    @admin.display(description="Rights")
    def rights(self, group: Group) -> str:
        rights = group.permissions.order_by("codename").values_list("name", "codename")
        return format_html("<ul>{}</ul>", format_html_join("", RIGHT, rights))


site.register(Group, RoleAdmin)


@admin.register(ApiKey, site=site)
class KeyAdmin(ReadOnlyAdmin):
    right = "api_keys.tenant.read"
    singular, plural, purpose = "API key", "API keys", "Everyone's, to look at and to revoke"
    list_display = ["name", "user", "prefix", "status", "last_used_at", "expires_at"]
    list_select_related = ["user"]
    search_fields = ["name", "prefix", "user__name", "user__email"]
    fields = [
        *("name", "user", "prefix", "scopes", "status"),
        *("created_at", "last_used_at", "expires_at", "revoked_at"),
    ]
    actions = ["revoke"]

    @admin.action(description="Revoke the selected keys", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        for key in queryset:
            keys.revoke_key(key=key)
        messages.success(request, f"{len(queryset)} keys are revoked.")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        principal = principal_in(request)
        return principal is not None and principal.has("api_keys.tenant.manage")


@admin.register(Invitation, site=site)
class InvitationAdmin(ReadOnlyAdmin):
    right = "members.tenant.manage"
    singular, plural, purpose = "Invitation", "Invitations", "Open and accepted ones"
    list_display = ["email", "role", "inviter", "expires_at", "accepted_at"]
    search_fields = ["email"]
    fields = ["email", "role", "inviter", "created_at", "expires_at", "accepted_at"]

    @admin.display(description="Invited by")
    def inviter(self, invitation: Invitation) -> str:
        return invitation.invited_by_label
