"""Roles as groups: the catalogue written into a tenant's tables, and who has which."""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

from accounts.catalogue import CATALOGUE, Role, rights_of
from accounts.models import User
from tenants.backend.base import connection
from tenants.models import PLATFORM, schema_of


def sync_roles(**_kwargs: Any) -> None:
    """Make the groups and permissions of this schema what the catalogue says.

    Receives `post_migrate`: a release that changes the catalogue changes every tenant with its
    migrations, and a new tenant has its roles as soon as it has its tables.
    """
    if connection.schema_name == "public":
        return
    on_platform = connection.schema_name == schema_of(PLATFORM)
    permissions = _sync_permissions()
    for role in Role:
        group, _ = Group.objects.get_or_create(name=role.value)
        codes = rights_of(role, platform=on_platform)
        group.permissions.set([permissions[code] for code in codes])


def _sync_permissions() -> dict[str, Permission]:
    holder = ContentType.objects.get_for_model(User)
    # Django makes add_user, change_user, …; and a right may have left the catalogue.
    codes = [right.code for right in CATALOGUE]
    Permission.objects.filter(content_type=holder).exclude(codename__in=codes).delete()
    for right in CATALOGUE:
        Permission.objects.update_or_create(
            content_type=holder, codename=right.code, defaults={"name": right.words}
        )
    return {permission.codename: permission for permission in Permission.objects.all()}


def give_role(user: User, role: Role) -> None:
    """One role a person."""
    group = Group.objects.get(name=role.value)
    user.groups.set([group])
    user.group_ids = [group.pk]
