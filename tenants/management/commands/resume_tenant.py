from tenants.management.commands._one import OneTenantCommand
from tenants.models import Tenant
from tenants.provisioning import resume


class Command(OneTenantCommand):
    help = "Let a suspended tenant work again."

    def act(self, tenant: Tenant) -> str:
        resume(tenant)
        return f"{tenant.slug} is active again"
