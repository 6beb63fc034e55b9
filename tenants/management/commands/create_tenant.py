from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import AppError
from tenants.provisioning import provision, register_tenant


class Command(BaseCommand):
    help = "Make a tenant: its row, its schema, its tables, an invitation for its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its address: <slug>.<BASE_DOMAIN>")
        parser.add_argument("--name", help="what people see; by default the slug")
        parser.add_argument("--owner", default="", metavar="EMAIL", help="who is invited as owner")
        parser.add_argument(
            "--domain", action="append", default=[], help="one more host; may be repeated"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        slug = options["slug"]
        try:
            tenant = register_tenant(
                slug=slug,
                name=options["name"] or slug,
                owner_email=options["owner"],
                domains=options["domain"],
            )
            provision(tenant, say=self.stdout.write)
        except AppError as error:
            words = "; ".join(fault.detail for fault in error.faults) or str(error)
            raise CommandError(f"{slug}: {words}") from error
        self.stdout.write(self.style.SUCCESS(f"{slug} is ready at {tenant.domains.first()}"))
