from django.core.management.base import CommandError, CommandParser

from tenants.dumps import DumpFailed
from tenants.management.commands._one import OneTenantCommand
from tenants.models import Tenant
from tenants.provisioning import delete, mark_for_deletion


class Command(OneTenantCommand):
    help = "Delete a tenant: asks for its name, exports a dump, then drops everything."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--confirm", metavar="SLUG", help="the slug again, instead of asking")

    def act(self, tenant: Tenant) -> str:
        confirm = self.options["confirm"]
        if confirm is None:
            self.stdout.write(f"This deletes everything of {tenant.name} ({tenant.slug}).")
            confirm = input("Type its slug to go on: ")
        mark_for_deletion(tenant, confirm=confirm)
        try:
            dump = delete(tenant)
        except DumpFailed as error:
            raise CommandError(str(error)) from error
        return f"{tenant.slug} is deleted; its dump is exports/{dump}"
