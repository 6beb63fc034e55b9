from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from accounts.catalogue import Role
from accounts.demo import PASSWORD, email_of
from tenants.models import Tenant


class Command(BaseCommand):
    help = "Print where the workspaces are and, in the demo, how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("port", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        lines = ["", "Tenon is running. Ctrl-C stops it.", ""]
        for tenant in Tenant.objects.prefetch_related("domains"):
            hosts = [f"http://{domain}:{options['port']}" for domain in tenant.domains.all()]
            lines.append(f"  {tenant.name:16} {'  '.join(hosts)}")
        if settings.DEMO:
            roles = ", ".join(role.value for role in Role)
            lines += [
                "",
                f"  Sign in as <role>@<workspace>.example, for example {email_of(Role.OWNER, 'acme')}",
                f"  Roles: {roles}. Password: {PASSWORD}",
                f"  Mails are written to {settings.EMAIL_FILE_PATH}",
            ]
        self.stdout.write("\n".join([*lines, ""]))
