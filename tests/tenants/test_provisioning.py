"""Making and deleting tenants: whole or not at all."""

import json
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.catalogue import Role
from accounts.models import Invitation
from config.errors import Conflict, InvalidInput
from config.services import postgres
from tenants import dumps, provisioning, tasks
from tenants.context import enter_by_host, leave, tenant_context
from tenants.fingerprint import fingerprint
from tenants.models import Domain, Tenant
from tenants.registry import DuplicateStep, Step, steps

SLUG = "new-one"


@pytest.fixture(autouse=True)
def _real_commits(
    django_db_setup: None, django_db_blocker: Any, settings: Any, tmp_path: Path
) -> Iterator[None]:
    """Schemas are made by migrations, which commit: clean up by hand."""
    settings.DATA_DIR = tmp_path
    with django_db_blocker.unblock():
        yield
        leave()
        for tenant in Tenant.objects.filter(slug__startswith="new"):
            provisioning._drop_schema(tenant)
            tenant.delete()


def _schema_exists(name: str = "t_new_one") -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [name])
        return cursor.fetchone() is not None


def _create(**options: Any) -> Tenant:
    options = {"slug": SLUG, "name": "New one", "owner_email": "Owner@example.com", **options}
    return provisioning.provision(provisioning.register_tenant(**options))


def test_a_new_tenant_has_everything() -> None:
    labels: list[str] = []
    tenant = provisioning.register_tenant(slug=SLUG, name="New one", owner_email="o@example.com")
    provisioning.provision(tenant, say=labels.append)
    tenant.refresh_from_db()
    assert tenant.status == Tenant.Status.ACTIVE
    assert tenant.migrated_to == fingerprint()
    assert labels == ["Create its schema", "Create its tables", "Invite its owner"]
    with tenant_context(SLUG):
        invitation = Invitation.objects.get()
        assert (invitation.email, invitation.role) == ("o@example.com", Role.OWNER)
    assert Client(HTTP_HOST="new-one.localhost").get("/sign-in").status_code == 200


@pytest.mark.parametrize(
    ("slug", "code"),
    [
        ("acme", "taken"),
        ("Capital", "invalid"),
        ("-dash", "invalid"),
        ("under_score", "invalid"),
        ("", "invalid"),
        ("x" * 49, "invalid"),
        ("pg_temp", "invalid"),
        ("www", "reserved"),
        ("public", "reserved"),
    ],
)
def test_a_bad_slug_is_refused_naming_the_field(slug: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        provisioning.register_tenant(slug=slug, name="x")
    fault = caught.value.faults[0]
    assert (fault.pointer, fault.code) == ("/slug", code)
    assert Tenant.objects.filter(slug=slug).count() == (1 if slug == "acme" else 0)


def test_a_host_that_is_taken_makes_no_tenant() -> None:
    with pytest.raises(InvalidInput):
        provisioning.register_tenant(slug=SLUG, name="x", domains=["acme.localhost"])
    assert not Tenant.objects.filter(slug=SLUG).exists()
    assert not Domain.objects.filter(domain="new-one.localhost").exists()


def test_a_step_that_fails_leaves_no_schema_and_can_be_retried() -> None:
    def fail(tenant: Tenant) -> None:
        raise RuntimeError("the disk is full\nand more")

    with steps.register_temporarily(Step("fails", "Fail", fail)):
        with pytest.raises(RuntimeError):
            _create()
        tenant = Tenant.objects.get(slug=SLUG)
        assert (tenant.status, tenant.error) == (Tenant.Status.FAILED, "the disk is full")
        assert not _schema_exists()
        assert Client(HTTP_HOST="new-one.localhost").get("/").status_code == 404
    provisioning.reopen(tenant)
    provisioning.provision(tenant)
    assert Tenant.objects.get(slug=SLUG).status == Tenant.Status.ACTIVE


def test_a_worker_that_died_is_followed_by_one_that_finishes() -> None:
    class Killed(BaseException):
        """Like kill -9: nothing of ours runs afterwards."""

    def die(tenant: Tenant) -> None:
        raise Killed

    with steps.register_temporarily(Step("dies", "Die", die)), pytest.raises(Killed):
        _create()
    leave()
    assert Tenant.objects.get(slug=SLUG).status == Tenant.Status.CREATING
    assert _schema_exists()
    tasks.provision_tenant(slug=SLUG)
    assert Tenant.objects.get(slug=SLUG).status == Tenant.Status.ACTIVE
    with tenant_context(SLUG):
        assert Invitation.objects.count() == 1


def test_two_workers_do_not_make_the_same_tenant() -> None:
    tenant = provisioning.register_tenant(slug=SLUG, name="x")
    with provisioning.locked(tenant), pytest.raises(provisioning.Busy):
        provisioning.provision(tenant)


def test_the_lock_is_free_as_soon_as_the_work_ends() -> None:
    tenant = provisioning.register_tenant(slug=SLUG, name="x")
    for _ in range(50):
        with provisioning.locked(tenant):
            taken = True
    assert taken


def test_a_duplicate_step_fails_at_start_up() -> None:
    with pytest.raises(DuplicateStep):
        steps.register(Step("owner", "Again", lambda _tenant: None))


def test_suspend_and_resume_by_command() -> None:
    _create()
    call_command("suspend_tenant", SLUG, stdout=StringIO())
    assert Client(HTTP_HOST="new-one.localhost").get("/").status_code == 403
    with pytest.raises(CommandError, match="suspended"):
        call_command("suspend_tenant", SLUG)
    call_command("resume_tenant", SLUG, stdout=StringIO())
    assert Client(HTTP_HOST="new-one.localhost").get("/sign-in").status_code == 200


def test_the_platform_can_be_neither_suspended_nor_deleted() -> None:
    platform = Tenant.objects.get(slug="platform")
    with pytest.raises(provisioning.PlatformIsFixed):
        provisioning.suspend(platform)
    with pytest.raises(provisioning.PlatformIsFixed):
        provisioning.mark_for_deletion(platform, confirm="platform")


def test_create_and_list_by_command() -> None:
    out = StringIO()
    call_command("create_tenant", SLUG, "--name", "New one", "--owner", "o@example.com", stdout=out)
    assert "new-one is ready at new-one.localhost" in out.getvalue()
    call_command("list_tenants", stdout=out)
    assert "new-one.localhost" in out.getvalue()
    with pytest.raises(CommandError, match="acme"):
        call_command("create_tenant", "acme", stdout=out)


def test_deleting_asks_for_the_name_and_exports_first(monkeypatch: Any, tmp_path: Path) -> None:
    _create()
    monkeypatch.setattr("builtins.input", lambda _prompt: "something else")
    with pytest.raises(CommandError, match="Type new-one"):
        call_command("delete_tenant", SLUG, stdout=StringIO())
    assert _schema_exists()
    monkeypatch.setattr("builtins.input", lambda _prompt: SLUG)
    call_command("delete_tenant", SLUG, stdout=StringIO())
    assert not _schema_exists()
    assert not Tenant.objects.filter(slug=SLUG).exists()
    (dump,) = (tmp_path / "exports").glob("*.dump")
    assert dump.stat().st_mode & 0o077 == 0
    about = json.loads(dump.with_suffix(".json").read_text())
    assert about["domains"] == ["new-one.localhost"]


def test_the_dump_can_be_restored() -> None:
    tenant = _create()
    with tenant_context(SLUG):
        Invitation.objects.update(email="kept@example.com")
    provisioning.mark_for_deletion(tenant, confirm=SLUG)
    name = provisioning.delete(tenant)
    restore = postgres.program("pg_restore")
    assert restore
    assert name
    command = [str(restore), "--dbname", connection.settings_dict["NAME"]]
    file = django_settings.DATA_DIR / "exports" / name
    subprocess.run([*command, str(file)], env=dumps._environment(), check=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT email FROM t_new_one.accounts_invitation")
        assert cursor.fetchall() == [("kept@example.com",)]
        cursor.execute("DROP SCHEMA t_new_one CASCADE")


def test_a_failing_dump_deletes_nothing(monkeypatch: Any) -> None:
    tenant = _create()
    provisioning.mark_for_deletion(tenant, confirm=SLUG)
    monkeypatch.setattr(postgres, "program", lambda _name: Path("/bin/false"))
    with pytest.raises(dumps.DumpFailed):
        provisioning.delete(tenant)
    assert _schema_exists()
    tenant.refresh_from_db()
    assert tenant.status == Tenant.Status.SUSPENDED
    assert "nothing was deleted" in tenant.error


def test_a_tenant_that_is_being_made_cannot_be_deleted() -> None:
    tenant = provisioning.register_tenant(slug=SLUG, name="x")
    with pytest.raises(Conflict):
        provisioning.mark_for_deletion(tenant, confirm=SLUG)


def test_the_first_owner_is_invited_by_command() -> None:
    _create(owner_email="")
    out = StringIO()
    call_command("invite", SLUG, "first@example.com", "--role", "owner", stdout=out)
    path = out.getvalue().strip().partition(":8000")[2]
    assert Client(HTTP_HOST="new-one.localhost").get(path).status_code == 200
    with pytest.raises(CommandError, match="nowhere"):
        call_command("invite", "nowhere", "x@example.com")


def test_statements_of_every_request_go_on_after_another_connection_was_used(db: None) -> None:
    """Making a tenant holds its lock by a connection of its own."""
    assert enter_by_host("acme.localhost") is not None
    other = connection.get_new_connection(connection.get_connection_params())
    other.close()
    assert enter_by_host("acme.localhost") is not None
