"""The sealed arguments of proposals that wait, when the installation's key changes."""

from uuid import UUID

from django.db import transaction

from tenants import vault
from tools_app.approvals import seal
from tools_app.models import Proposal


def reseal() -> tuple[int, int]:
    """Seal all of them with the current key: how many, and how many could not be read."""
    waiting = Proposal.objects.exclude(payload="").values_list("pk", flat=True)
    done = [_resealed(pk) for pk in list(waiting)]
    return done.count(True), done.count(False)


@transaction.atomic
def _resealed(pk: UUID) -> bool | None:
    """None where there is nothing to do. What was tampered with stays as it is, and opens nothing."""
    row = Proposal.objects.select_for_update().filter(pk=pk).first()
    if row is None or not row.payload or vault.is_current(row.payload):
        return None
    if not seal.is_whole(row):
        return False
    about = f"proposal {row.pk}"
    try:
        row.payload = vault.seal(vault.unseal(row.payload, about=about), about=about)
    except vault.Unreadable:
        return False
    row.seal = seal.seal_of(row)
    row.save(update_fields=["payload", "seal"])
    return True
