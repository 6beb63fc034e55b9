from typing import Any

from django.core.management.base import BaseCommand

from tenants.models import Tenant


class Command(BaseCommand):
    help = "List the tenants: slug, state, hosts, name."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for tenant in Tenant.objects.prefetch_related("domains"):
            hosts = ",".join(str(domain) for domain in tenant.domains.all())
            self.stdout.write(f"{tenant.slug:24} {tenant.status:10} {hosts:40} {tenant.name}")
