"""A tool that only some may run."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from config.ids import uuid7
from tests.conftest import Meet, Person
from tests.tools_app.samples import registered, sample

PATH = "/api/tools/sample/grants"


@pytest.fixture(autouse=True)
def _sample() -> Iterator[None]:
    with registered(sample()):
        yield


def _put(client: Client, **grants: Any) -> Any:
    body = {"people": [], "roles": [], **grants}
    return client.put(PATH, json.dumps(body), content_type="application/json")


def _sees(person: Person) -> bool:
    return person.browser().get("/api/tools/sample").status_code == 200


def test_only_those_named_see_and_run_it(alice: Person, bob: Person, meet: Meet) -> None:
    erin, vera = meet("Erin", "acme"), meet("Vera", "acme")
    assert _put(alice.browser(), people=[str(bob.user.pk)], roles=["viewer"]).status_code == 200
    assert [_sees(each) for each in (bob, vera, alice)] == [True, True, True]
    # Erin administers tools, so she sees that it is there; it is not hers to run.
    body = json.dumps({"input": {"a": 1}})
    run = ("/api/tools/sample/run", body, "application/json")
    assert erin.browser().post(*run).status_code == 404
    assert bob.browser().post(*run).status_code == 200


def test_a_member_who_is_not_named_finds_nothing(alice: Person, bob: Person) -> None:
    _put(alice.browser(), roles=["editor"])
    assert not _sees(bob)
    listed = bob.browser().get("/api/tools").json()["results"]
    assert "sample" not in {tool["slug"] for tool in listed}


def test_naming_nobody_opens_it_again(alice: Person, bob: Person) -> None:
    _put(alice.browser(), roles=["editor"])
    assert alice.browser().get(PATH).json() == {"people": [], "roles": ["editor"]}
    _put(alice.browser())
    assert _sees(bob)


def test_whoever_is_not_here_is_named(alice: Person, dana: Person) -> None:
    stranger = str(dana.user.pk)
    refused = _put(alice.browser(), people=[str(uuid7()), stranger], roles=["king"])
    pointers = [fault["pointer"] for fault in refused.json()["errors"]]
    assert pointers == ["/people/0", "/people/1", "/roles/0"]


def test_it_can_be_done_with_a_key(alice: Person) -> None:
    assert _put(alice.program("tools:write"), roles=["member"]).status_code == 200


def test_an_editor_may_not(meet: Meet) -> None:
    assert _put(meet("Erin", "acme").browser(), roles=["member"]).status_code == 403
