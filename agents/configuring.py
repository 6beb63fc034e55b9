"""Writing agents and skills: the one write path for both tables, each save kept as a version."""

from typing import Any

from django.db import IntegrityError, transaction

from accounts.principal import Principal
from agents.config import config_faults
from agents.families import Family
from agents.models import Agent, Configured, ConfigVersion
from config.errors import AppError, Conflict, Fault, InvalidInput
from tools_app.definitions import LONGEST_SLUG, SLUG
from tools_app.schemas.secrets import redacted

SHORTEST_SLUG = 2
LIMITS = {"name": 100, "description": 500, "instructions": 20_000, "category": 50, "model": 200}


class StaleConfig(AppError):
    status, code, title = 412, "stale_revision", "Somebody changed this in the meantime"


def create(*, principal: Principal, family: Family, slug: str, **values: Any) -> Configured:
    """Raises `InvalidInput` naming each faulty field."""
    principal.require(family.create)
    faults = [*_slug_faults(slug), *_faults(values)]
    if not values.get("name", "").strip():
        faults.append(Fault("/name", "required", "Give it a name."))
    if faults:
        raise InvalidInput(faults=faults)
    row = family.model(slug=slug, **redacted(values))
    try:
        with transaction.atomic():
            row.save()
            _keep(principal, family, row)
    except IntegrityError as error:
        fault = Fault("/slug", "taken", f"Another {family.key} has this short name already.")
        raise InvalidInput(faults=[fault]) from error
    return row


def change(
    *,
    principal: Principal,
    family: Family,
    row: Configured,
    revision: int | None = None,
    **values: Any,
) -> Configured:
    """`revision` is what the caller saw; None overwrites whatever is there."""
    principal.require(family.update)
    faults = _faults(values)
    if "name" in values and not values["name"].strip():
        faults.append(Fault("/name", "required", "Give it a name."))
    if faults:
        raise InvalidInput(faults=faults)
    with transaction.atomic():
        locked = family.model._default_manager.select_for_update().get(pk=row.pk)
        if revision is not None and locked.revision != revision:
            raise StaleConfig(f"It is at revision {locked.revision} now. Load it and try again.")
        # Secrets have no business in what models are told.
        for name, value in redacted(values).items():
            setattr(locked, name, value)
        locked.revision += 1
        locked.save()
        _keep(principal, family, locked)
    return locked


def delete(*, principal: Principal, family: Family, row: Configured) -> None:
    """Its versions stay."""
    principal.require(family.delete)
    if isinstance(row, Agent) and row.is_system:
        raise Conflict(
            "This agent comes with the product. Turn it off instead.", code="system_agent"
        )
    row.delete()


def _keep(principal: Principal, family: Family, row: Configured) -> None:
    ConfigVersion.objects.create(
        subject_type=family.key,
        subject_id=row.pk,
        number=row.revision,
        values={name: getattr(row, name) for name in ("slug", *family.fields)},
        author_id=principal.id,
        author_label=principal.label,
    )


def _slug_faults(slug: str) -> list[Fault]:
    if slug == "new":  # the page for a new one is there
        return [Fault("/slug", "taken", "Choose another short name.")]
    if SLUG.fullmatch(slug) and SHORTEST_SLUG <= len(slug) <= LONGEST_SLUG:
        return []
    words = "Lower-case letters, digits and single hyphens, 2 to 64 characters."
    return [Fault("/slug", "invalid", words)]


def _faults(values: dict[str, Any]) -> list[Fault]:
    faults = [
        Fault(f"/{name}", "too_long", f"At most {most:,} characters.")
        for name, most in LIMITS.items()
        if len(values.get(name, "")) > most
    ]
    if "config" in values:
        faults += config_faults(values["config"])
    return faults
