"""The sealed inputs of runs that are not done, when the installation's key changes: a composition
may wait for a person for weeks."""

from uuid import UUID

from django.db import transaction

from sessions_app.models import PendingRun
from tenants import vault

SEALED = "sealed_input"


def reseal() -> tuple[int, int]:
    """Seal all of them with the current key: how many, and how many could not be read."""
    waiting = PendingRun.objects.filter(work__has_key=SEALED).values_list("run_id", flat=True)
    done = [_resealed(run_id) for run_id in list(waiting)]
    return done.count(True), done.count(False)


@transaction.atomic
def _resealed(run_id: UUID) -> bool | None:
    """None where there is nothing to do, or nothing any more."""
    row = PendingRun.objects.select_for_update().filter(run_id=run_id).first()
    if row is None or vault.is_current(row.work[SEALED]):
        return None
    about = f"run {run_id}"
    try:
        opened = vault.unseal(row.work[SEALED], about=about)
    except vault.Unreadable:
        return False
    row.work = {**row.work, SEALED: vault.seal(opened, about=about)}
    row.save(update_fields=["work"])
    return True
