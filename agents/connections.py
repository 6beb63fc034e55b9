"""Setting up model connections: the one write path for the table."""

import re
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction

from accounts.principal import Principal
from agents.models import ModelConnection
from agents.models.connection import LONGEST_MODEL, MOST_MODELS
from agents.providers import BASE_URLS
from config.errors import Conflict, Fault, InvalidInput
from config.outbound import Refused, openings, target_of, vet_url
from tenants.vault import Unreadable, is_current
from tools_app.definitions import LONGEST_SLUG, SLUG

Provider = ModelConnection.Provider
REMOTE = (Provider.OPENAI, Provider.ANTHROPIC)
MOST_MINUTES = 60 * 24 * 31
_PRINTABLE = re.compile(r"[\x21-\x7e]*")


def create_connection(
    *, principal: Principal, slug: str, key: str = "", **values: Any
) -> ModelConnection:
    """Raises `InvalidInput` naming each faulty field."""
    principal.require("connections.tenant.manage")
    row = ModelConnection(slug=slug)
    faults = _slug_faults(slug)
    return _saved(row, values, key, faults)


def change_connection(
    *, principal: Principal, connection: ModelConnection, key: str | None = None, **values: Any
) -> ModelConnection:
    """`key` is written and never read: None leaves it, an empty one removes it."""
    principal.require("connections.tenant.manage")
    return _saved(connection, values, key, [])


def delete_connection(*, principal: Principal, connection: ModelConnection) -> None:
    principal.require("connections.tenant.manage")
    if connection.is_default:
        words = "Make another connection the default first."
        raise Conflict(words, code="default_connection")
    connection.delete()


def _saved(
    row: ModelConnection, values: dict[str, Any], key: str | None, faults: list[Fault]
) -> ModelConnection:
    before, was_default = (row.provider, row.base_url), row.is_default
    for name, value in values.items():
        setattr(row, name, value)
    if row.provider in REMOTE:
        row.base_url = row.base_url or BASE_URLS[Provider(row.provider)]
    faults = [*faults, *_faults(row, key), *_default_faults(row, was_default)]
    if key is None and row.has_key and _moves(before, (row.provider, row.base_url)):
        words = "Enter the key again: the one that is kept was given for another address."
        faults.append(Fault("/key", "required", words))
    if faults:
        raise InvalidInput(faults=faults)
    if key is not None:
        row.set_key(key)
    try:
        with transaction.atomic():
            if row.is_default:
                ModelConnection.objects.exclude(pk=row.pk).update(is_default=False)
            row.save()
    except IntegrityError as error:
        fault = Fault("/slug", "taken", "Another connection has this short name already.")
        raise InvalidInput(faults=[fault]) from error
    return row


# -- Faults -----------------------------------------------------------------------------------


def _slug_faults(slug: str) -> list[Fault]:
    if slug == "new":  # the page for a new one is there
        return [Fault("/slug", "taken", "Choose another short name.")]
    if SLUG.fullmatch(slug) and len(slug) <= LONGEST_SLUG:
        return []
    words = "Lower-case letters, digits and single hyphens, at most 64 characters."
    return [Fault("/slug", "invalid", words)]


def _faults(row: ModelConnection, key: str | None) -> list[Fault]:
    faults = []
    if not row.name.strip():
        faults.append(Fault("/name", "required", "Give the connection a name."))
    if row.provider not in Provider.values:
        faults.append(Fault("/provider", "unknown", "Choose one of the providers."))
    elif row.provider in REMOTE:
        faults += _remote_faults(row, key)
    return [*faults, *_model_faults(row), *_cap_faults(row), *_price_faults(row)]


def _remote_faults(row: ModelConnection, key: str | None) -> list[Fault]:
    faults = []
    try:
        vet_url(row.base_url, openings())
    except Refused:
        words = (
            "This address cannot be used: https:// and a public host, or one that the operator "
            "has opened."
        )
        faults.append(Fault("/base_url", "refused", words))
    if not row.default_model:
        faults.append(Fault("/default_model", "required", "Name the model that is used."))
    if key and not _PRINTABLE.fullmatch(key):
        faults.append(Fault("/key", "invalid", "A key has no spaces and no line breaks."))
    if row.provider == Provider.ANTHROPIC and not (key or (key is None and row.has_key)):
        faults.append(Fault("/key", "required", "Anthropic asks for a key."))
    return faults


def _model_faults(row: ModelConnection) -> list[Fault]:
    if len(row.allowed_models) > MOST_MODELS:
        return [Fault("/allowed_models", "too_many", f"At most {MOST_MODELS} models.")]
    return [
        Fault(f"/allowed_models/{index}", "too_long", f"At most {LONGEST_MODEL} characters.")
        for index, model in enumerate(row.allowed_models)
        if not 0 < len(model) <= LONGEST_MODEL
    ]


def _cap_faults(row: ModelConnection) -> list[Fault]:
    if (row.token_budget is None) != (row.window_minutes is None):
        missing = "/window_minutes" if row.window_minutes is None else "/token_budget"
        words = "A cap needs both: how many tokens, and in how many minutes."
        return [Fault(missing, "required", words)]
    if row.window_minutes is not None and not 1 <= row.window_minutes <= MOST_MINUTES:
        return [Fault("/window_minutes", "range", f"From 1 to {MOST_MINUTES} minutes.")]
    if row.token_budget is not None and not 1 <= row.token_budget <= 2_000_000_000:
        return [Fault("/token_budget", "range", "From 1 to 2,000,000,000 tokens.")]
    return []


def _price_faults(row: ModelConnection) -> list[Fault]:
    faults = [
        Fault(f"/{name}", "range", "From 0 to 100,000.")
        for name in ("price_input", "price_output", "price_cached")
        if (price := getattr(row, name)) is not None and not 0 <= price <= Decimal(100_000)
    ]
    if not re.fullmatch("[A-Z]{3}", row.currency):
        faults.append(Fault("/currency", "invalid", "Three capital letters, such as USD."))
    return faults


def _default_faults(row: ModelConnection, was_default: bool) -> list[Fault]:
    if was_default and not row.is_default:
        words = "Make another connection the default instead."
        return [Fault("/is_default", "required", words)]
    if row.is_default and not row.enabled:
        return [Fault("/enabled", "required", "The default connection must be turned on.")]
    return []


def _moves(before: tuple[str, str], after: tuple[str, str]) -> bool:
    """Whether what was meant for one host would go to another."""
    try:
        origins = target_of(before[1]).origin, target_of(after[1]).origin
    except Refused:
        return before != after
    return before[0] != after[0] or origins[0] != origins[1]


# -- Keys -------------------------------------------------------------------------------------


def reseal_keys() -> tuple[int, int]:
    """Seal every key with the current master key: how many, and how many could not be read."""
    sealed = failed = 0
    with transaction.atomic():
        for row in ModelConnection.objects.select_for_update().exclude(sealed_key=""):
            if is_current(row.sealed_key):
                continue
            try:
                row.set_key(row.key())
            except Unreadable:
                failed += 1
                continue
            row.save(update_fields=["sealed_key"])
            sealed += 1
    return sealed, failed
