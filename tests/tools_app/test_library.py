"""The library of tools."""

import re
from typing import Any

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.models import Tool


def _names(client: Client, query: str = "", **options: Any) -> list[str]:
    page = client.get(f"/tools{query}", **options).content.decode()
    return re.findall(r'class="tool-card__link"[^>]*>([^<]*)<', page)


def _run(client: Client, slug: str) -> None:
    assert client.post(f"/tools/{slug}", {"_mode": "json", "_json": '{"a": 1}'}).status_code == 303


def _make(count: int, **facts: Any) -> None:
    with tenant_context("acme"):
        Tool.objects.bulk_create(
            Tool(
                **{"slug": f"t-{n}", "kind": "tenant_custom", "name": f"T {n}", "effect": "read"}
                | facts
            )
            for n in range(count)
        )


def test_a_card_tells_what_a_tool_is_and_leads_to_it(bob: Person) -> None:
    with registered(sample(name="Adder", policy="always_ask", effect="mutate")):
        page = bob.browser().get("/tools?q=adder").content.decode()
    assert 'href="/tools/sample"' in page
    assert "Adds two numbers. Use it in tests." in page
    assert "Asks first" in page
    assert "Changes data" in page


def test_only_what_one_may_see_is_there(bob: Person, dana: Person) -> None:
    with registered(sample(name="Adder", tenant_slugs=["ims"])):
        assert "Adder" not in _names(bob.browser())
        assert "Adder" in _names(dana.browser())


def test_words_and_filters_narrow_it_and_say_how_many_are_left(bob: Person) -> None:
    browser = bob.browser()
    _make(2, category="odd")
    with registered(sample(name="Adder", category="odd")):
        assert _names(browser, "?q=adds+numbers") == ["Adder"]
        assert set(_names(browser, "?category=odd")) == {"Adder", "T 0", "T 1"}
        assert set(_names(browser, "?category=odd&kind=tenant_custom")) == {"T 0", "T 1"}
        page = browser.get("/tools?category=odd&kind=code").content.decode()
    assert re.search(r"Made here\s*<span class=\"facet__count num\">2<", page)
    assert re.search(r"Comes with Tenon\s*<span class=\"facet__count num\">1<", page)
    assert 'href="/tools?category=odd"' in page, "a filter is taken back by its own link"


def test_nothing_found_says_what_to_do_next(bob: Person) -> None:
    page = bob.browser().get("/tools?q=xyzzy").content.decode()
    assert "No tool fits" in page
    assert "Show all tools" in page


def test_a_search_while_typing_gets_the_cards_alone(bob: Person) -> None:
    answer = bob.browser().get("/tools?q=score", headers={"hx-request": "true"})
    assert b"<html" not in answer.content
    assert b"Quick score" in answer.content
    assert "HX-Request" in answer["Vary"]


def test_what_one_used_last_comes_first(bob: Person, alice: Person) -> None:
    with registered(sample(name="Adder"), sample(name="Other", slug="zzz")):
        _run(bob.browser(), "zzz")
        _run(bob.browser(), "sample")
        _run(alice.browser(), "zzz")
        assert _names(bob.browser())[:2] == ["Adder", "Other"]
        assert _names(alice.browser())[0] == "Other"


def test_an_icon_that_does_not_exist_breaks_nothing(bob: Person) -> None:
    _make(1, icon="no-such-icon")
    assert "T 0" in _names(bob.browser(), "?q=t+0")
    assert bob.browser().get("/tools/t-0").status_code == 200


def test_many_tools_are_shown_in_two_goes(bob: Person) -> None:
    _make(100)
    assert len(_names(bob.browser(), "?kind=tenant_custom")) == 60
    assert len(_names(bob.browser(), "?kind=tenant_custom&all=1")) == 100


def test_the_library_costs_at_most_six_statements_whatever_the_number(
    bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    _make(300)
    browser = bob.browser()
    browser.get("/tools")
    # Two of them count what waits, for the sidebar.
    with django_assert_max_num_queries(6):
        assert len(_names(browser, "?all=1")) > 300


def test_the_palette_finds_tools(bob: Person) -> None:
    page = bob.browser().get("/palette?q=quick").content.decode()
    assert 'href="/tools/quick-score"' in page
    assert "quick-score" not in bob.browser().get("/palette?q=people").content.decode()


def test_home_offers_the_first_run_and_then_what_was_run(bob: Person) -> None:
    browser = bob.browser()
    with registered(sample(name="Adder")):
        before = browser.get("/").content.decode()
        assert "Run your first tool" in before
        assert "Recently used" not in before
        _run(browser, "sample")
        after = browser.get("/").content.decode()
    assert "Recently used" in after
    assert 'href="/tools/sample"' in after
