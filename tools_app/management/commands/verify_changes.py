from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants.context import tenant_context
from tenants.models import Tenant
from tools_app.activity import breaks


class Command(BaseCommand):
    help = (
        "Verify the chain of changes to tools of a tenant (or of all); name the first broken row."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", nargs="?", help="its slug; by default all active ones")

    def handle(self, *_args: Any, **options: Any) -> None:
        active = Tenant.objects.filter(status=Tenant.Status.ACTIVE).values_list("slug", flat=True)
        slugs = [options["tenant"]] if options["tenant"] else list(active)
        broken = [line for slug in slugs for line in self.verify(slug)]
        if broken:
            raise CommandError("\n".join(broken))
        self.stdout.write(self.style.SUCCESS(f"The changes of {', '.join(slugs)} are whole."))

    def verify(self, slug: str) -> list[str]:
        with tenant_context(slug):
            return [f"{slug}: {found}" for found in breaks()]
