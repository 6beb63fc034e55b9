"""The page of a tool, with and without script."""

import html
import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.principal import Kind
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app import samples
from tests.tools_app.samples import registered, sample
from tools_app.models import Tool
from tools_app.registry import load_toolbox, registry
from tools_app.schemas.secrets import MASK

HTMX = {"hx-request": "true"}
load_toolbox()
EXAMPLES = [
    pytest.param(each.slug, example, id=f"{each.slug}-{number}")
    for each in registry.toolbox
    for number, example in enumerate(each.examples)
]


def _post(client: Client, value: Any, slug: str = "sample", **options: Any) -> Any:
    text = value if isinstance(value, str) else json.dumps(value)
    data = {"_mode": "json", "_json": text, **options.pop("data", {})}
    return client.post(f"/tools/{slug}", data, **options)


def _text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def _typed(answer: Any) -> Any:
    """What stands in the field of JSON."""
    found = re.search(r"<textarea[^>]*name=\"_json\"[^>]*>(.*?)</textarea>", _text(answer), re.S)
    assert found, "a field of JSON"
    return json.loads(found[1])


def _get(client: Client, query: str = "", slug: str = "sample") -> Any:
    return client.get(f"/tools/{slug}?view=json&{query}")


class TestRunning:
    def test_without_script_one_is_led_to_the_run(self, bob: Person) -> None:
        with registered(sample()):
            answer = _post(bob.browser(), {"a": 2, "b": 3})
            assert answer.status_code == 303
            page = _text(bob.browser().get(answer["Location"]))
        assert "Succeeded" in page
        assert '"total": 5' in page

    def test_with_script_the_result_comes_alone(self, bob: Person) -> None:
        with registered(sample()):
            answer = _post(bob.browser(), {"a": 2, "b": 3}, headers=HTMX)
        page = _text(answer)
        assert answer.status_code == 200
        assert "<html" not in page
        assert 'id="tool-result"' in page
        assert "whole result" not in page, "only a chat shows less than all"
        assert '"total": 5' in page
        assert 'id="tool-form"' not in page, "the form keeps what was typed, and the focus"
        assert answer["HX-Trigger"] == "tool-ran"

    def test_it_is_recorded_as_a_run_of_this_person_from_the_web(self, bob: Person) -> None:
        with registered(sample()):
            _post(bob.browser(), {"a": 1})
        with tenant_context("acme"):
            started = SessionEvent.objects.get(type="tool.started")
        assert (started.source, started.actor_kind) == ("web", Kind.USER.value)

    def test_a_person_who_runs_a_tool_that_asks_has_agreed(self, bob: Person) -> None:
        with registered(sample(effect="destructive", policy="always_ask")):
            answer = _post(bob.browser(), {"a": 1}, headers=HTMX)
        assert "Succeeded" in _text(answer)

    @pytest.mark.parametrize(
        ("function", "words"),
        [(samples.refuse, "It was refused."), (samples.crash, "The tool failed unexpectedly")],
    )
    def test_a_failure_says_what_happened_what_was_kept_what_to_do(
        self, bob: Person, function: Any, words: str
    ) -> None:
        with registered(sample(function)):
            page = _text(_post(bob.browser(), {"a": 1}, headers=HTMX))
        assert "Failed" in page
        for part in (words, "What was kept", "What to do"):
            assert part in page
        assert "secret-in-the-message" not in page


class TestFaults:
    def test_faults_are_listed_and_nothing_typed_is_lost(self, bob: Person) -> None:
        typed = '{"a": "two",\n "c": 1}'
        with registered(sample()):
            answer = _post(bob.browser(), typed)
        page = _text(answer)
        assert answer.status_code == 400
        assert typed in page
        assert 'href="#input-json"' in page
        assert "/a: " in page
        assert "/c: " in page
        with tenant_context("acme"):
            assert not SessionEvent.objects.exists()

    @pytest.mark.parametrize("typed", ["{", "[1]", '{"a": NaN}', "7", '{"a": "\\u0000"}'])
    def test_what_is_not_json_comes_back_as_it_was_typed(self, bob: Person, typed: str) -> None:
        with registered(sample()):
            answer = _post(bob.browser(), typed)
        assert answer.status_code == 400
        assert typed in _text(answer)
        assert "Please correct" in _text(answer)

    def test_with_script_they_come_back_into_the_form_and_go_with_the_next_run(
        self, bob: Person
    ) -> None:
        with registered(sample()):
            refused = _post(bob.browser(), {"a": "two"}, headers=HTMX)
            mended = _post(bob.browser(), {"a": 2}, headers=HTMX, data={"_faulty": "yes"})
        assert (refused.status_code, refused["HX-Retarget"]) == (400, "#tool-form")
        assert "<html" not in _text(refused)
        assert 'id="tool-form"' in _text(mended)
        assert "Please correct" not in _text(mended)


class TestPrefill:
    def test_the_address_fills_the_form(self, bob: Person) -> None:
        with registered(sample()):
            answer = _get(bob.browser(), "a=2&b=3&zzz=1")
        assert _typed(answer) == {"a": 2, "b": 3}
        assert "left out: zzz" in _text(answer)

    def test_text_stays_text(self, bob: Person) -> None:
        with registered(sample(samples.keep, slug="keeper")):
            answer = _get(bob.browser(), "note=007", "keeper")
        assert _typed(answer) == {"note": "007"}

    def test_the_example(self, bob: Person) -> None:
        with registered(sample(examples=[{"a": 4}])):
            assert "Try an example" in _text(_get(bob.browser()))
            assert _typed(_get(bob.browser(), "example=1")) == {"a": 4}

    def test_the_workspaces_defaults(self, bob: Person) -> None:
        with tenant_context("acme"):
            Tool.objects.create(slug="sample", kind=Tool.Kind.OVERRIDE, default_input={"b": 7})
        with registered(sample()):
            assert _typed(_get(bob.browser())) == {"b": 7}

    def test_a_past_run_without_its_secrets(self, bob: Person, alice: Person) -> None:
        with registered(sample(samples.keep, slug="keeper")):
            run = _post(alice.browser(), {"code": "hunter2", "note": "hello"}, "keeper")
            query = "from=" + run["Location"].rsplit("/", 1)[1]
            own = _get(alice.browser(), query, "keeper")
            others = _get(bob.browser(), query, "keeper")
        assert _typed(own) == {"note": "hello"}
        assert "type them again" in _text(own)
        assert MASK not in _text(own)
        assert _typed(others) == {}
        assert "no such run" in _text(others)

    @pytest.mark.parametrize("query", ["from=nonsense", "view=zzz", "a=%7B", "from=", "a=%00"])
    def test_nonsense_breaks_nothing(self, bob: Person, query: str) -> None:
        with registered(sample()):
            assert bob.browser().get(f"/tools/sample?{query}").status_code == 200


def test_form_and_json_are_two_views_of_one_value(bob: Person) -> None:
    with registered(sample()):
        typed = {"_mode": "form", "/a": "5", "/b": "7", "_switch": "json"}
        as_json = bob.browser().post("/tools/sample", typed)
        as_form = _post(bob.browser(), {"a": 5, "b": 7}, data={"_switch": "form"})
    assert _typed(as_json) == {"a": 5, "b": 7}
    assert re.search(r'name="/a"[^>]*value="5"|value="5"[^>]*name="/a"', _text(as_form))
    assert 'name="_mode" value="json"' in _text(as_json)
    assert 'name="_mode" value="form"' in _text(as_form)
    with tenant_context("acme"):
        assert not SessionEvent.objects.exists()


class TestRights:
    def test_what_one_may_not_see_has_no_page(self, bob: Person, alice: Person) -> None:
        with registered(sample(tenant_slugs=["ims"]), sample(slug="off")):
            with tenant_context("acme"):
                Tool.objects.create(slug="off", kind=Tool.Kind.OVERRIDE, enabled=False)
            for person in (bob, alice):
                for slug in ("sample", "off", "nothing"):
                    assert person.browser().get(f"/tools/{slug}").status_code == 404
                    assert _post(person.browser(), {"a": 1}, slug).status_code == 404

    def test_who_may_not_run_it_sees_why(self, meet: Any) -> None:
        vera = meet("Vera", "acme").browser()
        with registered(sample()):
            page = _text(vera.get("/tools/sample"))
            assert _post(vera, {"a": 1}).status_code == 403
        assert "You may look at this tool but not run it" in page
        assert re.search(r"<fieldset[^>]*disabled", page)


class TestHistory:
    def test_own_runs_stand_below_the_form(self, bob: Person, alice: Person) -> None:
        with registered(sample(), sample(slug="other")):
            mine = _post(bob.browser(), {"a": 1})["Location"]
            theirs = _post(alice.browser(), {"a": 1})["Location"]
            elsewhere = _post(bob.browser(), {"a": 1}, "other")["Location"]
            page = _text(bob.browser().get("/tools/sample"))
            everyones = _text(alice.browser().get("/tools/sample"))
        assert f'href="{mine}"' in page
        assert f"?from={mine.rsplit('/', 1)[1]}" in page
        assert f'href="{theirs}"' not in page
        assert f'href="{elsewhere}"' not in page
        assert f'href="{mine}"' in everyones
        assert f'href="{theirs}"' in everyones

    def test_none_yet_says_what_to_do(self, bob: Person) -> None:
        with registered(sample()):
            assert "No runs yet" in _text(bob.browser().get("/tools/sample"))


def test_snippets_have_the_values_and_no_secret(bob: Person) -> None:
    with registered(sample(samples.keep, slug="keeper")):
        query = urlencode({"code": "hunter2", "note": "it's"})
        page = _text(bob.browser().get(f"/tools/keeper?{query}"))
        ran = _text(
            _post(bob.browser(), {"code": "hunter2", "note": "new"}, "keeper", headers=HTMX)
        )
    assert "curl -sS -X POST http://acme.localhost/api/tools/keeper/run" in page
    assert "$TENON_KEY" in page
    snippets = page.split('id="elsewhere"')[1].split('id="history-title"')[0]
    assert "hunter2" not in snippets
    assert "new" in ran.split('id="elsewhere"')[1]


def test_the_page_costs_at_most_seven_statements(
    bob: Person, alice: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with registered(sample()):
        for person in (bob, alice):
            browser = person.browser()
            _post(browser, {"a": 1})
            browser.get("/tools/sample")
            # Two of them count what waits for somebody, in the sidebar of every page.
            with django_assert_max_num_queries(7):
                assert browser.get("/tools/sample").status_code == 200


@pytest.mark.parametrize(("slug", "example"), EXAMPLES)
def test_the_page_and_the_api_agree(
    slug: str, example: Any, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same output, the same kinds of events, the same faults."""
    everywhere = replace(registry.get(slug), tenant_slugs=frozenset())
    monkeypatch.setitem(registry._tools, slug, everywhere)
    browser, program = bob.browser(), bob.program("tools:execute")

    def called(value: Any) -> Any:
        body = json.dumps({"input": value})
        return program.post(f"/api/tools/{slug}/run", body, content_type="application/json")

    over_api = called(example).json()
    run_id = _post(browser, example, slug)["Location"].rsplit("/", 1)[1]
    assert json.loads(browser.get(f"/runs/{run_id}/output.json").content) == over_api["output"]
    kinds = [
        [event["type"] for event in browser.get(f"/api/runs/{each}/events").json()]
        for each in (run_id, over_api["run_id"])
    ]
    assert kinds[0] == kinds[1]

    wrong = {**example, "surely-unknown": 1, next(iter(example)): {"not": ["this"]}}
    faults = [(each["pointer"], each["detail"]) for each in called(wrong).json()["errors"]]
    shown = re.findall(r'<a href="#input-json">([^<]*)</a>', _text(_post(browser, wrong, slug)))
    assert shown == [f"{pointer or 'Input'}: {detail}" for pointer, detail in faults]
