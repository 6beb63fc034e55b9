from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tenants.fingerprint import public_is_current, tenants_behind
from tenants.models import schema_of


class Command(BaseCommand):
    help = "Bring the installation up to date: migrate what is behind, collect static files, seed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not MigrationRecorder(connection).has_table() or not public_is_current():
            self.say("Creating the table of workspaces …")
            call_command("migrate_schemas", shared=True, interactive=False, verbosity=0)
        for slug in tenants_behind():
            self.say(f"Migrating {slug} …")
            call_command(
                "migrate_schemas",
                tenant=True,
                schema_name=schema_of(slug),
                interactive=False,
                verbosity=0,
            )
        if settings.DEMO:
            call_command("seed_demo")
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)

    def say(self, text: str) -> None:
        self.stdout.write(f"  {text}")
