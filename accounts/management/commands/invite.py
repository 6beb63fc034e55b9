from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.catalogue import Role
from accounts.invitations import open_invitation, path_of
from accounts.tasks import site_url
from config.errors import InvalidInput
from tenants.context import TenantUnknown, tenant_context


class Command(BaseCommand):
    help = "Invite somebody to a tenant and print the link: how the first operator gets in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="the tenant's slug")
        parser.add_argument("email")
        parser.add_argument(
            "--role", choices=[role.value for role in Role], default=Role.GUEST.value
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with tenant_context(options["tenant"]):
                invitation = open_invitation(
                    email=options["email"], role=Role(options["role"]), invited_by="The operators"
                )
                self.stdout.write(site_url(path_of(invitation)))
        except InvalidInput as error:
            raise CommandError(error.faults[0].detail) from error
        except TenantUnknown as error:
            raise CommandError(str(error)) from error
