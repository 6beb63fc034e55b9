"""The operators' pages. What they start in the background is tested with real workers in
tests/browser; here, what they show and refuse."""

import pytest

from accounts.catalogue import Role
from accounts.invitations import open_invitation
from tenants import tasks
from tenants.context import tenant_context
from tenants.models import Tenant
from tests.conftest import Person


@pytest.fixture
def handed_over(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What would go to the broker."""
    found: list[tuple[str, str]] = []
    for name in ("provision_tenant", "delete_tenant"):
        task = getattr(tasks, name)
        monkeypatch.setattr(
            task, "delay", lambda slug, name=name: found.append((name, slug)), raising=False
        )
    return found


NEW = {"name": "New one", "slug": "new-one", "owner_email": "o@example.com"}


def test_creating_registers_and_hands_over(
    operator: Person, handed_over: list[tuple[str, str]]
) -> None:
    response = operator.browser().post("/tenants/new", NEW)
    assert response["Location"] == "/tenants/new-one"
    assert handed_over == [("provision_tenant", "new-one")]
    page = operator.browser().get("/tenants/new-one").content.decode()
    assert "Being created" in page or "Setting up" in page


@pytest.mark.parametrize("slug", ["acme", "www", "Bad Slug"])
def test_a_bad_address_is_said_at_its_field(
    operator: Person, slug: str, handed_over: list[tuple[str, str]]
) -> None:
    response = operator.browser().post("/tenants/new", {**NEW, "slug": slug})
    assert response.status_code == 400
    assert response.context["form"].errors["slug"]
    assert handed_over == []


def test_the_list_finds_by_name_and_address(operator: Person) -> None:
    page = operator.browser().get("/tenants?q=ac").content.decode()
    assert "/tenants/acme" in page
    assert "/tenants/ims" not in page


def test_deleting_takes_the_typed_name(
    operator: Person, handed_over: list[tuple[str, str]]
) -> None:
    browser = operator.browser()
    assert browser.post("/tenants/ims/delete", {"confirm": "IMS"}).status_code == 400
    assert handed_over == []
    browser.post("/tenants/ims/delete", {"confirm": "ims"})
    assert handed_over == [("delete_tenant", "ims")]
    assert Tenant.objects.get(slug="ims").status == Tenant.Status.DELETING


def test_progress_polls_while_it_works_and_then_refreshes(operator: Person) -> None:
    browser = operator.browser()
    Tenant.objects.filter(slug="ims").update(status="creating", step="tables")
    partial = browser.get("/tenants/ims", headers={"hx-request": "true"})
    text = partial.content.decode()
    assert 'hx-get="/tenants/ims"' in text
    assert "<html" not in text
    Tenant.objects.filter(slug="ims").update(status="active", step="")
    assert browser.get("/tenants/ims", headers={"hx-request": "true"})["HX-Refresh"] == "true"


def test_a_deleted_tenant_leads_back_to_the_list(operator: Person) -> None:
    browser = operator.browser()
    gone = browser.get("/tenants/gone", headers={"hx-request": "true"})
    assert gone["HX-Redirect"] == "/tenants"
    assert browser.get("/tenants/gone").status_code == 404


def test_without_a_broker_the_work_waits_and_the_page_says_so(
    operator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.tasks.enqueue", lambda *_args, **_kwargs: False)
    response = operator.browser().post("/tenants/new", NEW, follow=True)
    assert "The background workers do not answer." in response.content.decode()


def test_finishing_requeues_what_is_unfinished(
    db: None, handed_over: list[tuple[str, str]]
) -> None:
    Tenant.objects.filter(slug="ims").update(status="creating")
    Tenant.objects.filter(slug="acme").update(status="deleting")
    tasks.finish_interrupted()
    assert sorted(handed_over) == [("delete_tenant", "acme"), ("provision_tenant", "ims")]


def test_the_owners_link_is_shown_until_it_is_used(operator: Person) -> None:
    Tenant.objects.filter(slug="ims").update(owner_email="first@example.com")
    with tenant_context("ims"):
        open_invitation(email="first@example.com", role=Role.OWNER, invited_by="x")
    page = operator.browser().get("/tenants/ims").content.decode()
    assert "http://ims.localhost/invitations/" in page
