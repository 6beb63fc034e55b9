"""Codes and refresh tokens for tokens; taking tokens back."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from oauth.consent import disconnect
from oauth.errors import InvalidGrant, InvalidScope, InvalidTarget
from oauth.models import Client, Code, Connection, Token
from oauth.scopes import OFFLINE
from oauth.secrets import ACCESS, REFRESH, digest_of, matches, new_secret

ACCESS_LIVES = timedelta(hours=1)
REFRESH_LIVES = timedelta(days=30)


@dataclass(frozen=True)
class Issued:
    access: str
    refresh: str | None
    scopes: list[str]


def from_code(
    *, client: Client, code: str, verifier: str, redirect_uri: str, resource: str | None
) -> Issued:
    """Raises `InvalidGrant`. A code that comes twice was stolen by somebody: all that came of it ends."""
    with transaction.atomic():
        found = _code(client, code)
        stolen = found.used_at is not None
        if not stolen:
            _check_code(found, verifier, redirect_uri, resource)
            found.used_at = timezone.now()
            found.save(update_fields=["used_at"])
            return _issue(found.connection, found.scopes, found.resource)
    disconnect(found.connection)
    raise InvalidGrant("This code was used before. The program has been disconnected.")


def _code(client: Client, code: str) -> Code:
    rows = Code.objects.select_for_update(of=("self",)).select_related("connection")
    found = rows.filter(digest=digest_of(code), connection__client=client).first()
    if found is None or not _is_live(found.connection):
        raise InvalidGrant("There is no such code for this program.")
    return found


def _check_code(code: Code, verifier: str, redirect_uri: str, resource: str | None) -> None:
    if code.expires_at <= timezone.now():
        raise InvalidGrant("This code is too old.")
    if code.redirect_uri != redirect_uri or not matches(verifier, code.challenge):
        raise InvalidGrant("This is not how the code was asked for.")
    if resource is not None and resource != code.resource:
        raise InvalidTarget(f"The code is for {code.resource}.")


def _is_live(connection: Connection) -> bool:
    return connection.revoked_at is None and connection.user.is_active


def _issue(connection: Connection, scopes: list[str], resource: str) -> Issued:
    now = timezone.now()
    Token.objects.filter(connection=connection, expires_at__lt=now - REFRESH_LIVES).delete()
    access = new_secret(ACCESS)
    refresh = new_secret(REFRESH) if OFFLINE in scopes else None
    made = [(access, Token.Kind.ACCESS, ACCESS_LIVES)]
    if refresh:
        made.append((refresh, Token.Kind.REFRESH, REFRESH_LIVES))
    Token.objects.bulk_create(
        Token(
            digest=digest_of(secret),
            kind=kind,
            connection=connection,
            resource=resource,
            scopes=scopes,
            expires_at=now + lives,
        )
        for secret, kind, lives in made
    )
    return Issued(access, refresh, scopes)


def from_refresh(
    *, client: Client, refresh: str, scopes: list[str] | None, resource: str | None
) -> Issued:
    """The old one ends with it. One that comes back after its end was copied: all of them end."""
    with transaction.atomic():
        rows = Token.objects.select_for_update(of=("self",)).select_related("connection")
        found = rows.filter(
            digest=digest_of(refresh), kind=Token.Kind.REFRESH, connection__client=client
        ).first()
        if found is None or not _is_live(found.connection) or found.expires_at <= timezone.now():
            raise InvalidGrant("There is no such refresh token for this program, or it is too old.")
        if resource is not None and resource != found.resource:
            raise InvalidTarget(f"The token is for {found.resource}.")
        if found.ended_at is None:
            return _refreshed(found, scopes)
    disconnect(found.connection)
    raise InvalidGrant("This refresh token was used before. The program has been disconnected.")


def _refreshed(token: Token, scopes: list[str] | None) -> Issued:
    wider = set(scopes or []) - set(token.scopes)
    if wider:
        raise InvalidScope("A refresh cannot give more than was agreed to.")
    token.ended_at = timezone.now()
    token.save(update_fields=["ended_at"])
    kept = [scope for scope in token.scopes if not scopes or scope in scopes]
    return _issue(token.connection, [*kept, *({OFFLINE} - set(kept))], token.resource)


def revoke(*, client: Client, secret: str) -> None:
    """RFC 7009: an unknown token is as good as revoked. A refresh token takes the others along."""
    found = (
        Token.objects.filter(digest=digest_of(secret), connection__client=client)
        .select_related("connection")
        .first()
    )
    if found is None:
        return
    if found.kind == Token.Kind.REFRESH:
        disconnect(found.connection)
    else:
        Token.objects.filter(pk=found.pk, ended_at=None).update(ended_at=timezone.now())
