"""What the commands that act on one tenant share."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import AppError
from tenants.context import find_tenant
from tenants.models import Tenant


class OneTenantCommand(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *_args: Any, **options: Any) -> None:
        self.options = options
        try:
            done = self.act(find_tenant(options["slug"]))
        except AppError as error:
            words = [error.detail or error.title, *(fault.detail for fault in error.faults)]
            raise CommandError(" ".join(words)) from error
        self.stdout.write(self.style.SUCCESS(done))

    def act(self, tenant: Tenant) -> str:
        """Do it; return what was done, in words."""
        raise NotImplementedError
