"""So many runs a minute for each principal, by whatever way and in whatever process."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config import budget as budget_module
from config.budget import RollingBudget
from config.redis import client
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app import budgets
from tools_app.models import Proposal


@pytest.fixture(autouse=True)
def _three(settings: Any) -> None:
    settings.TOOL_CALLS_PER_MINUTE = 3


def _run(client: Client, slug: str = "sample") -> Any:
    body = json.dumps({"input": {"a": 1}})
    return client.post(f"/api/tools/{slug}/run", body, content_type="application/json")


def test_past_the_budget_nothing_runs_and_the_answer_says_until_when(bob: Person) -> None:
    program = bob.program("tools:execute")
    with registered(sample()):
        answers = [_run(program) for _ in range(4)]
        assert _run(bob.program("tools:execute")).status_code == 200, "another key, another budget"
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    refused = answers[-1]
    assert refused.json()["code"] == "tool_budget_spent"
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert refused["RateLimit-Limit"] == "3"


def test_asking_counts_as_well(bob: Person) -> None:
    program = bob.program("tools:execute")
    with registered(sample(effect="mutate")):
        assert [_run(program).status_code for _ in range(4)] == [202, 202, 202, 429]
    with tenant_context("acme"):
        assert Proposal.objects.count() == 3


def test_the_page_says_what_is_left_and_keeps_what_was_typed(bob: Person) -> None:
    browser = bob.browser()
    with registered(sample()):
        assert "3 of 3 runs left" in browser.get("/tools/sample").content.decode()
        sent = {"_mode": "json", "_json": '{"a": 41}'}
        for _ in range(3):
            browser.post("/tools/sample", sent)
        refused = browser.post("/tools/sample", sent)
    assert refused.status_code == 429
    page = refused.content.decode()
    assert "Nothing was run." in page
    assert "41" in page
    assert "0 of 3 runs left" in page


def test_it_holds_across_processes() -> None:
    """Two objects are two processes; a small limit is exact."""
    processes = [RollingBudget(), RollingBudget()]
    with ThreadPoolExecutor(16) as pool:
        asked = [
            pool.submit(processes[n % 2].take, "tenon:test:budget", limit=60) for n in range(200)
        ]
        assert sum(answer.result()[0] for answer in asked) == 60


def test_whoever_calls_fast_is_given_shares_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor is anything lost by whoever calls slowly, whatever the limit."""
    asked: list[int] = []
    real = budget_module._ask

    def counted(key: str, wanted: int, *rest: Any) -> Any:
        asked.append(wanted)
        return real(key, wanted, *rest)

    monkeypatch.setattr(budget_module, "_ask", counted)
    key, process = "tenon:test:shares", RollingBudget()
    assert all(process.take(key, limit=5_000)[0] for _ in range(300))
    assert asked == [1, 2, 4, 8, 16, 32, 64, 100, 100]
    monkeypatch.setattr(budget_module, "KEPT_FOR", 0)
    for _ in range(200):
        process._shares[key].until = 0
        assert process.take(key, limit=5_000)[0]
    assert process.peek(key, limit=5_000).remaining == 5_000 - 500


def test_a_call_stops_to_count_after_a_minute() -> None:
    key, process = "tenon:test:rolling", RollingBudget()
    assert process.take(key, limit=1)[0]
    assert not process.take(key, limit=1)[0]
    (second,) = client().hkeys(key)
    client().delete(key)
    client().hset(key, str(int(second) - 60), 1)
    assert process.take(key, limit=1)[0]


def test_while_redis_is_away_the_events_say_it(
    bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = bob.program("tools:execute")

    def away(*_args: Any, **_options: Any) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(budgets.budget, "take", away)
    with registered(sample()):
        assert [_run(program).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_quick_run_asks_the_database_nothing_more(
    bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    program = bob.program("tools:execute")
    with registered(sample()):
        _run(program)
        with django_assert_max_num_queries(2):
            assert _run(program).status_code == 200
