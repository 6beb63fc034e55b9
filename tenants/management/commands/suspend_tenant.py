from tenants.management.commands._one import OneTenantCommand
from tenants.models import Tenant
from tenants.provisioning import suspend


class Command(OneTenantCommand):
    help = "Suspend a tenant: its pages, API and tasks answer that it is suspended."

    def act(self, tenant: Tenant) -> str:
        suspend(tenant)
        return f"{tenant.slug} is suspended"
