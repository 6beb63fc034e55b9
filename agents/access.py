"""Fetching authorises: what a principal may see or change of models and agents."""

from django.db.models import QuerySet

from accounts.principal import Principal
from agents.models import ModelConnection
from config.errors import NotFound


class ConnectionNotFound(NotFound):
    code, title = "connection_not_found", "There is no such model connection"


def visible_connections(*, principal: Principal) -> QuerySet[ModelConnection]:
    principal.require("connections.tenant.read")
    return ModelConnection.objects.all()


def connection_to_see(*, principal: Principal, slug: str) -> ModelConnection:
    row = visible_connections(principal=principal).filter(slug=slug).first()
    if row is None:
        raise ConnectionNotFound(f"No connection here is called {slug}.")
    return row


def connection_to_manage(*, principal: Principal, slug: str) -> ModelConnection:
    principal.require("connections.tenant.manage")
    return connection_to_see(principal=principal, slug=slug)
