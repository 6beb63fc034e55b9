"""The demo's sign-ins: seeded by `make run`, shown on its sign-in page, never in production."""

from typing import Any

from django.conf import settings

from accounts.catalogue import Role
from tenants.models import Tenant

PASSWORD = "tenon-demo-2026"  # noqa: S105 - meant to be known
TENANTS = {
    "platform": "Tenon platform",
    "acme": "Acme",
    "ims": "IMS Surfaces",
    "oci": "OCI Supply",
}


def email_of(role: Role, slug: str) -> str:
    return f"{role}@{slug}.example"


def hint(tenant: Tenant) -> dict[str, Any]:
    """Context for the sign-in page; empty unless this is the seeded demo."""
    if not settings.DEMO or tenant.slug not in TENANTS:
        return {}
    people = [{"email": email_of(role, tenant.slug), "role": role.label} for role in Role]
    return {"demo_people": people, "demo_password": PASSWORD}
