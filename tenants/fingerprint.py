"""Which migrations a schema has, as one short value that is cheap to compare."""

import hashlib
from functools import cache
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tenants.models import Tenant


@cache
def _leaves() -> tuple[tuple[str, str], ...]:
    return tuple(sorted(MigrationLoader(None).graph.leaf_nodes()))


# What else apps write into every schema after its migrations, such as the roles.
contents: dict[str, str] = {}


def fingerprint() -> str:
    """Of the migrations and contents that this version of the code has."""
    return hashlib.sha256(repr((_leaves(), sorted(contents.items()))).encode()).hexdigest()


def note_migrated(*, schema_name: str, **_kwargs: Any) -> None:
    """Receives django-tenants' `schema_migrated`."""
    Tenant.objects.filter(schema_name=schema_name).update(migrated_to=fingerprint())


def public_is_current() -> bool:
    applied = MigrationRecorder(connection).applied_migrations()
    return all(leaf in applied for leaf in _leaves() if leaf[0] == Tenant._meta.app_label)


def tenants_behind() -> list[str]:
    """The slugs of active tenants whose schema lacks a migration of this version."""
    behind = Tenant.objects.filter(status=Tenant.Status.ACTIVE).exclude(migrated_to=fingerprint())
    return list(behind.values_list("slug", flat=True))
