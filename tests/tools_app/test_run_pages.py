"""The permalink of a run, its downloads, and the history of all tools."""

import html
import json
import re
from typing import Any
from uuid import uuid4

from django.test import Client

from tests.conftest import Person
from tests.tools_app import samples
from tests.tools_app.samples import registered, sample
from tools_app import resolver


def _run(client: Client, value: Any, slug: str = "sample") -> str:
    """The address of a new run."""
    answer = client.post(f"/tools/{slug}", {"_mode": "json", "_json": json.dumps(value)})
    return str(answer["Location"])


def _call(client: Client, value: Any, slug: str = "sample") -> str:
    body = json.dumps({"input": value})
    path = f"/api/tools/{slug}/run"
    answer = client.post(path, body, content_type="application/json")
    return f"/runs/{answer.json()['run_id']}"


def _page(client: Client, path: str, **options: Any) -> str:
    answer = client.get(path, **options)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def _listed(page: str) -> list[str]:
    return re.findall(r'class="table__main"\s+href="([^"]*)"', page)


def test_a_run_has_an_address_with_all_there_is_to_know(bob: Person) -> None:
    with registered(sample()):
        path = _run(bob.browser(), {"a": 2, "b": 40})
        page = _page(bob.browser(), path)
    for part in ("Succeeded", '"total": 42', '"b": 40', "Started", "Completed", "Bob"):
        assert part in page
    assert f"http://acme.localhost{path}" in page
    assert f"/tools/sample?from={path.rsplit('/', 1)[1]}" in page


def test_it_outlives_its_tool(bob: Person) -> None:
    with registered(sample()):
        path = _run(bob.browser(), {"a": 2})
    # As a new release would: the tool is no longer in the code.
    resolver._build.cache_clear()
    page = _page(bob.browser(), path)
    assert "Succeeded" in page
    assert "Run again" not in page


def test_a_run_that_waits_says_what_happens_next(bob: Person) -> None:
    with registered(sample(effect="mutate")):
        path = _call(bob.program("tools:execute"), {"a": 1})
        page = _page(bob.browser(), path)
        listed = _page(bob.browser(), "/runs")
    assert "Waits for approval" in page
    assert "What happens next" in page
    assert "Waits for approval" in listed


def test_a_failed_run_keeps_what_it_left_under_raw(bob: Person) -> None:
    with registered(sample(samples.lie)):
        page = _page(bob.browser(), _run(bob.browser(), {"a": 1}))
    assert "Failed" in page
    assert '"total": 99' in page
    assert "has to mend it" in page


def test_the_output_can_be_downloaded(bob: Person) -> None:
    with registered(sample()):
        path = _run(bob.browser(), {"a": 2})
    answer = bob.browser().get(f"{path}/output.json")
    assert json.loads(answer.content) == {"total": 3}
    assert "attachment" in answer["Content-Disposition"]


def test_a_table_that_is_not_there_is_not_found(bob: Person) -> None:
    with registered(sample()):
        path = _run(bob.browser(), {"a": 2})
    for number in (0, 99):
        assert bob.browser().get(f"{path}/tables/{number}.csv").status_code == 404


def test_others_runs_are_as_missing_as_none(bob: Person, alice: Person, dana: Person) -> None:
    with registered(sample()):
        path = _run(alice.browser(), {"a": 1})
    for person in (bob, dana):
        for address in (path, f"/runs/{uuid4()}"):
            for rest in ("", "/output.json", "/tables/1.csv"):
                assert person.browser().get(address + rest).status_code == 404
    own = "/runs/" + path.rsplit("/", 1)[1]
    assert alice.browser().get(own).status_code == 200


def test_the_history_is_filtered(alice: Person, bob: Person) -> None:
    with registered(sample(), sample(samples.refuse, slug="other")):
        old = _run(alice.browser(), {"a": 777})
        bad = _run(alice.browser(), {"a": 1}, "other")
        theirs = _call(bob.program("tools:execute"), {"a": 2})
        browser = alice.browser()

        def listed(query: str = "") -> list[str]:
            return _listed(_page(browser, f"/runs?{query}"))

        assert listed() == [theirs, bad, old]
        assert listed("status=error") == [bad]
        assert listed("tool=other") == [bad]
        assert listed("text=777") == [old]
        assert listed(f"person={bob.user.pk}") == [theirs]
        assert listed("since=2020-01-01") == [theirs, bad, old]
        assert listed("until=2020-01-01") == []
        assert listed("status=nonsense&since=yesterday&person=x") == [theirs, bad, old]
        assert "No run fits" in _page(browser, "/runs?text=xyzzy")
    assert _listed(_page(bob.browser(), "/runs")) == [theirs]


def test_the_history_is_paged(bob: Person) -> None:
    browser = bob.browser()
    with registered(sample()):
        made = [_run(browser, {"a": number}) for number in range(30)]
    first = _page(browser, "/runs")
    older = re.search(r'href="(/runs\?[^"]*cursor=[^"]*)"', first)
    assert older
    second = _page(browser, older[1])
    assert _listed(first) + _listed(second) == made[::-1]
    assert "Newest" in second


def test_with_script_the_rows_come_alone(bob: Person) -> None:
    page = _page(bob.browser(), "/runs?status=error", headers={"hx-request": "true"})
    assert "<html" not in page
    assert "No run fits" in page


def test_no_runs_yet_leads_to_the_tools(bob: Person) -> None:
    page = _page(bob.browser(), "/runs")
    assert "No runs yet" in page
    assert "Open the tools" in page
