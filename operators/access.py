"""Fetching authorises: tenants, for operators of the platform."""

from django.db.models import QuerySet

from accounts.principal import Principal
from config.errors import NotFound
from tenants.models import Tenant


def visible_tenants(*, principal: Principal) -> QuerySet[Tenant]:
    principal.require("tenants.platform.read")
    return Tenant.objects.prefetch_related("domains")


def tenant_to_see(*, principal: Principal, slug: str) -> Tenant:
    tenant = visible_tenants(principal=principal).filter(slug=slug).first()
    if tenant is None:
        raise NotFound("There is no workspace with this address.")
    return tenant


def tenant_to_manage(*, principal: Principal, slug: str) -> Tenant:
    principal.require("tenants.platform.manage")
    return tenant_to_see(principal=principal, slug=slug)
