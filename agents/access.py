"""Fetching authorises: what a principal may see or change of models and agents."""

from typing import Any

from django.db.models import QuerySet

from accounts.principal import Principal
from agents.families import Family
from agents.models import ConfigVersion, ModelConnection
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


# -- Agents and skills ------------------------------------------------------------------------


def visible(*, principal: Principal, family: Family) -> QuerySet[Any]:
    principal.require(family.read)
    return family.model._default_manager.all()


def one_to_see(*, principal: Principal, family: Family, slug: str) -> Any:
    row = visible(principal=principal, family=family).filter(slug=slug).first()
    if row is None:
        raise NotFound(f"No {family.key} here is called {slug}.", code=f"{family.key}_not_found")
    return row


def one_to_change(*, principal: Principal, family: Family, slug: str) -> Any:
    principal.require(family.update)
    return one_to_see(principal=principal, family=family, slug=slug)


def one_to_delete(*, principal: Principal, family: Family, slug: str) -> Any:
    principal.require(family.delete)
    return one_to_see(principal=principal, family=family, slug=slug)


def versions_to_see(*, principal: Principal, family: Family, slug: str) -> QuerySet[ConfigVersion]:
    row = one_to_see(principal=principal, family=family, slug=slug)
    return ConfigVersion.objects.filter(subject_type=family.key, subject_id=row.pk)
