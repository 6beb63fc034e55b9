from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenants.context import working_in
from tenants.models import Tenant
from tenants.vault import keepers


class Command(BaseCommand):
    help = "Seal the secrets of every tenant with the first of ENCRYPTION_KEYS."

    def handle(self, *_args: Any, **_options: Any) -> None:
        unread = 0
        for tenant in Tenant.objects.filter(status__in=["active", "suspended"]).order_by("slug"):
            with working_in(tenant):
                for keeper in keepers:
                    sealed, failed = keeper.reseal()
                    unread += failed
                    self.stdout.write(f"{tenant.slug}: {keeper.name}: {sealed} sealed anew")
        if unread:
            raise CommandError(
                f"{unread} could not be read: their key is not among ENCRYPTION_KEYS. Keep the old "
                "keys, or have the secrets entered again."
            )
