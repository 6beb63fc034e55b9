"""Fetching authorises: the programs that a person connected."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.principal import Principal
from config.errors import NotFound
from oauth.models import Connection

EVERYONES = "api_keys.tenant.manage"


def visible_connections(*, principal: Principal) -> QuerySet[Connection]:
    """One's own, and everyone's for those who may revoke anyone's keys."""
    rows = Connection.objects.filter(revoked_at=None).select_related("client", "user")
    return rows if principal.has(EVERYONES) else rows.filter(user_id=principal.user_id)


def connection_to_revoke(*, principal: Principal, connection_id: UUID) -> Connection:
    found = visible_connections(principal=principal).filter(pk=connection_id).first()
    if found is None:
        raise NotFound("There is no such connection, or it is not yours.")
    return found
