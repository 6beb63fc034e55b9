"""Links for a new password: bound to the tenant, the account and its present password."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts.models import User
from tenants.cache import tenant_key


class TenantTokenGenerator(PasswordResetTokenGenerator):
    """The same account id and password hash in another tenant make another token."""

    def _make_hash_value(self, user: Any, timestamp: int | datetime) -> str:
        return tenant_key("reset", super()._make_hash_value(user, timestamp))  # type: ignore[arg-type]


tokens = TenantTokenGenerator()


def reset_path(user: User) -> str:
    uid = urlsafe_base64_encode(user.pk.bytes)
    return reverse("password-reset-confirm", args=[uid, tokens.make_token(user)])


def find_by_link(uid: str, token: str) -> User | None:
    try:
        pk = UUID(bytes=urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and tokens.check_token(user, token) else None
