"""A tenant as a file: its schema by pg_dump, its row and hosts as JSON beside it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.forms.models import model_to_dict
from django.utils import timezone

from config.services import postgres
from tenants.models import Tenant

DUMP_SECONDS = 3600


class DumpFailed(Exception):
    """The export could not be made; the message says why."""


def export(tenant: Tenant) -> str | None:
    """Write the files; return the dump's name. None when the tenant never got a schema."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [tenant.schema_name])
        if cursor.fetchone() is None:
            return None
    folder: Path = settings.DATA_DIR / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / f"{tenant.slug}-{timezone.now():%Y%m%dT%H%M%SZ}.dump"
    target.touch(mode=0o600)
    _run_pg_dump(tenant.schema_name, target)
    about = {
        **model_to_dict(tenant),
        "domains": list(tenant.domains.values_list("domain", flat=True)),
    }
    target.with_suffix(".json").write_text(json.dumps(about, cls=DjangoJSONEncoder, indent=2))
    return target.name


def _run_pg_dump(schema: str, target: Path) -> None:
    program = postgres.program("pg_dump") or shutil.which("pg_dump")
    if program is None:
        raise DumpFailed("pg_dump is not installed; nothing was deleted.")
    command = [str(program), "--format=custom", f"--schema={schema}", f"--file={target}"]
    result = subprocess.run(  # noqa: S603 - no shell, a fixed program
        command,
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=DUMP_SECONDS,
        check=False,
    )
    if result.returncode or not target.stat().st_size:
        target.unlink(missing_ok=True)
        raise DumpFailed(f"pg_dump failed, nothing was deleted: {result.stderr.strip()[:400]}")


def _environment() -> dict[str, str]:
    """Where the database is, told by the environment: arguments are visible to other users."""
    names = {
        "NAME": "DATABASE",
        "USER": "USER",
        "PASSWORD": "PASSWORD",
        "HOST": "HOST",
        "PORT": "PORT",
    }
    given = {f"PG{to}": str(connection.settings_dict.get(name) or "") for name, to in names.items()}
    return {**os.environ, **{name: value for name, value in given.items() if value}}
