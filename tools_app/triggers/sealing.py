"""The secrets of schedules and webhooks, each bound to its row."""

from django.db import transaction

from tenants import vault
from tools_app.models import Schedule, Webhook

FIELDS = ((Webhook, "secret"), (Webhook, "secret_before"), (Schedule, "payload"))


def keep(row: Webhook | Schedule, name: str, secret: str) -> None:
    setattr(row, name, vault.seal(secret, about=_about(row)))


def kept(row: Webhook | Schedule, name: str) -> str:
    """Raises `Unreadable`."""
    return vault.unseal(getattr(row, name), about=_about(row))


def _about(row: Webhook | Schedule) -> str:
    return f"{row._meta.model_name} {row.pk}"


def reseal() -> tuple[int, int]:
    """Seal all of them with the current key: how many, and how many could not be read."""
    done = [_resealed(row, name) for model, name in FIELDS for row in model.objects.all()]
    return done.count(True), done.count(False)


@transaction.atomic
def _resealed(row: Webhook | Schedule, name: str) -> bool | None:
    """None where there was nothing to do."""
    locked = type(row).objects.select_for_update().get(pk=row.pk)
    if not getattr(locked, name) or vault.is_current(getattr(locked, name)):
        return None
    try:
        keep(locked, name, kept(locked, name))
    except vault.Unreadable:
        return False
    locked.save(update_fields=[name])
    return True
