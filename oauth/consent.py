"""A person says yes: the connection, and the code that the browser carries back."""

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.principal import Kind, Principal
from config.errors import PermissionDenied
from oauth.asking import Asked
from oauth.models import Code, Connection, Token
from oauth.scopes import OFFLINE, rights_in
from oauth.secrets import CODE, digest_of, new_secret

logger = logging.getLogger("tenon.oauth")

CODE_LIVES = timedelta(minutes=1)


def grantable(principal: Principal, asked: Asked) -> list[str]:
    """Of what was asked, the scopes that would give this person's program anything."""
    return [
        scope
        for scope in asked.scopes
        if scope == OFFLINE or rights_in([scope]) & principal.permissions
    ]


def consent(*, principal: Principal, asked: Asked) -> str:
    """The code. Only a person at their browser can consent, for themselves."""
    if principal.kind != Kind.USER:
        raise PermissionDenied("Only a person can connect a program.")
    scopes = grantable(principal, asked)
    now = timezone.now()
    with transaction.atomic():
        connection, made = Connection.objects.select_for_update().get_or_create(
            user_id=principal.user_id,
            client=asked.client,
            revoked_at=None,
            defaults={"scopes": scopes},
        )
        if not made and set(scopes) - set(connection.scopes):
            connection.scopes = sorted({*connection.scopes, *scopes})
            connection.save(update_fields=["scopes"])
        Code.objects.filter(connection=connection, expires_at__lt=now - timedelta(days=1)).delete()
        code = new_secret(CODE)
        Code.objects.create(
            digest=digest_of(code),
            connection=connection,
            redirect_uri=asked.redirect_uri,
            challenge=asked.challenge,
            resource=asked.resource,
            scopes=scopes,
            expires_at=now + CODE_LIVES,
        )
    logger.info("Program connected", extra={"connection": str(connection.pk)})
    return code


def disconnect(connection: Connection) -> None:
    """All that it holds is worth nothing from the next request on."""
    now = timezone.now()
    with transaction.atomic():
        Connection.objects.filter(pk=connection.pk, revoked_at=None).update(revoked_at=now)
        Token.objects.filter(connection=connection, ended_at=None).update(ended_at=now)
        Code.objects.filter(connection=connection, used_at=None).update(used_at=now)
    logger.info("Program disconnected", extra={"connection": str(connection.pk)})
