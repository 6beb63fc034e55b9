"""The history of schemas: content-addressed, one row a change, none for a save that changes nothing.

Anything with schemas may use it: a subject is a type and an id.
"""

from typing import Any
from uuid import UUID

from django.db.models import Max

from accounts.principal import Principal
from tools_app.models import SchemaVersion
from tools_app.schemas.canonical import digest


def keep_version(
    *,
    principal: Principal,
    subject_type: str,
    subject_id: UUID,
    role: SchemaVersion.Role,
    schema: dict[str, Any],
    note: str = "",
) -> SchemaVersion | None:
    """Write a version unless the newest one is the same. Call it under the subject's lock."""
    history = SchemaVersion.objects.filter(
        subject_type=subject_type, subject_id=subject_id, role=role
    )
    newest = history.order_by("-version_no").first()
    hashed = digest(schema)
    if newest and newest.hash == hashed:
        return None
    number = (history.aggregate(last=Max("version_no"))["last"] or 0) + 1
    return SchemaVersion.objects.create(
        subject_type=subject_type,
        subject_id=subject_id,
        role=role,
        version_no=number,
        hash=hashed,
        schema=schema,
        author_id=principal.user_id,
        author_label=principal.label,
        note=note,
    )
