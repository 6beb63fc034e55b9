"""The workspace of the suite, at `localhost`, where the suite's checks of hosts want it."""

from django.contrib.auth.hashers import make_password

from accounts import keys
from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import principal_of_user
from accounts.roles import give_role
from tenants.context import tenant_context
from tenants.models import PLATFORM
from tenants.provisioning import provision, register_tenant


def seed() -> str:
    """Returns an API key of its one person."""
    provision(register_tenant(slug=PLATFORM, name="Platform"))
    domains = ["localhost", "127.0.0.1"]
    provision(register_tenant(slug="conformance", name="Conformance", domains=domains))
    with tenant_context("conformance"):
        user = User.objects.create(email="c@example.com", name="C", password=make_password(None))
        give_role(user, Role.MEMBER)
        principal = principal_of_user(User.objects.with_groups().get(pk=user.pk))
        options = {"name": "conformance", "scopes": ["tools:execute"], "expires_at": None}
        return keys.create_key(principal=principal, **options)[1]  # type: ignore[arg-type]
