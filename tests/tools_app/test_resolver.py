"""Which tools a tenant has."""

import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from config.paths import ROOT
from tenants.context import enter_by_host, tenant_context
from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app import access
from tools_app.definitions import Policy
from tools_app.models import Tool
from tools_app.resolver import catalogue, resolve


def _override(slug: str = "sample", tenant: str = "acme", **values: Any) -> Tool:
    with tenant_context(tenant):
        return Tool.objects.create(slug=slug, kind=Tool.Kind.OVERRIDE, **values)


def _visible(slug: str = "sample", tenant: str = "acme") -> bool:
    with tenant_context(tenant):
        tool = resolve(slug)
        return tool is not None and tool.visible


@pytest.mark.parametrize(
    ("origin", "platform", "own", "visible"),
    [
        ("custom", None, None, True),
        ("custom", None, True, True),
        ("custom", None, False, False),
        ("custom", False, None, False),
        ("custom", False, True, False),
        ("custom", True, False, False),
        ("system", None, None, False),
        ("system", None, True, True),
        ("system", True, None, True),
        ("system", True, False, False),
        ("system", False, True, False),
        ("system", None, False, False),
    ],
)
def test_custom_tools_opt_out_system_tools_opt_in_and_deny_wins(
    db: None, origin: str, platform: bool | None, own: bool | None, visible: bool
) -> None:
    if platform is not None:
        _override(tenant="platform", enabled=platform)
    if own is not None:
        _override(enabled=own)
    with registered(sample(origin=origin)):
        assert _visible() is visible


def test_an_allowlist_hides_the_tool_from_everybody_else(db: None) -> None:
    with registered(sample(tenant_slugs=["ims"])):
        assert _visible(tenant="ims")
        with tenant_context("acme"):
            assert resolve("sample") is None


def test_the_nearest_words_win_and_rights_only_tighten(db: None) -> None:
    _override(
        tenant="platform",
        name="Platform's",
        category="p",
        required_permissions=["usage.tenant.read"],
    )
    _override(name="Acme's", field_texts={"a": {"title": "Amount"}}, default_input={"b": 5})
    with registered(sample(required_permissions=("tools.team.read",))), tenant_context("acme"):
        tool = resolve("sample")
        assert tool is not None
        assert (tool.name, tool.category) == ("Acme's", "p")
        assert tool.required_permissions == {"tools.team.read", "usage.tenant.read"}
        assert tool.input_schema["properties"]["a"]["title"] == "Amount"
        assert tool.default_input == {"b": 5}


def test_a_tenant_cannot_loosen_the_platforms_policy(db: None) -> None:
    _override(tenant="platform", policy="always_ask")
    _override(policy="auto")
    with registered(sample()), tenant_context("acme"):
        tool = resolve("sample")
        assert tool is not None
        assert tool.policy == Policy.ALWAYS_ASK


def test_a_release_that_takes_a_slug_shadows_the_tenants_tool(db: None) -> None:
    with tenant_context("acme"):
        Tool.objects.create(slug="sample", kind=Tool.Kind.CUSTOM, name="Ours", effect="read")
        tool = resolve("sample")
        assert tool is not None
        assert tool.name == "Ours"
    from tools_app import resolver

    resolver._build.cache_clear()
    with registered(sample()), tenant_context("acme"):
        tool = resolve("sample")
        assert tool is not None
        assert tool.name == "Sample"
        assert [shadow.name for shadow in catalogue().shadowed] == ["Ours"]


def test_a_hit_costs_no_query(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    enter_by_host("acme.localhost")
    catalogue()
    with django_assert_num_queries(0):
        assert catalogue().tools


def test_rights_hide_what_one_may_not_use(bob: Person, alice: Person) -> None:
    with registered(sample(required_permissions=("usage.tenant.read",))), tenant_context("acme"):
        seen = {tool.slug for tool in access.visible_tools(principal=bob.principal)}
        assert "sample" not in seen
        seen = {tool.slug for tool in access.visible_tools(principal=alice.principal)}
        assert "sample" in seen


def test_the_resolver_is_the_only_reader() -> None:
    allowed = {"resolver.py", "authoring.py", "models.py"}
    found = [
        path.name
        for path in (ROOT / "tools_app").rglob("*.py")
        if re.search(r"\bTool\.objects\b", path.read_text())
    ]
    assert set(found) <= allowed
