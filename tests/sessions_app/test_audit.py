"""The audit log tells who called what, and never with which arguments."""

import hashlib
import json
from typing import Any

from tests.conftest import Person
from tests.tools_app.samples import refuse, registered, sample


def _run(person: Person, slug: str, **payload: Any) -> Any:
    program = person.program("tools:execute")
    body = json.dumps({"input": payload})
    return program.post(f"/api/tools/{slug}/run", body, "application/json").json()


def test_a_row_has_a_hash_in_place_of_the_arguments(alice: Person, bob: Person) -> None:
    with registered(sample()):
        result = _run(bob, "sample", a=41_414_141, b=2)
    answer = alice.browser().get("/api/audit")
    (row,) = answer.json()["results"]
    expected = hashlib.sha256(b'{"a":41414141,"b":2}').hexdigest()
    assert (row["run_id"], row["input_hash"]) == (result["run_id"], expected)
    assert (row["tool_slug"], row["effect"], row["verdict"]) == ("sample", "read", "run")
    assert (row["actor_kind"], row["source"], row["status"]) == ("api_key", "api", "success")
    assert "41414141" not in answer.content.decode()


def test_it_is_filtered_and_paged(alice: Person, bob: Person) -> None:
    with registered(sample(), sample(refuse, slug="refusing")):
        for _ in range(3):
            _run(bob, "sample", a=1)
        _run(bob, "refusing", a=1)
    browser = alice.browser()
    failed = browser.get("/api/audit?status=error").json()["results"]
    assert [(row["tool_slug"], row["error_code"]) for row in failed] == [("refusing", "refused")]
    first = browser.get("/api/audit?tool=sample&limit=2").json()
    second = browser.get(first["next"]).json()
    assert (len(first["results"]), len(second["results"]), second["next"]) == (2, 1, None)


def test_waiting_for_approval_is_in_it_too(alice: Person) -> None:
    with registered(sample(slug="changing", effect="destructive")):
        assert _run(alice, "changing", a=1)["status"] == "waiting_approval"
    (row,) = alice.browser().get("/api/audit").json()["results"]
    assert (row["verdict"], row["status"]) == ("propose", "waiting_approval")


def test_a_key_needs_the_scope(alice: Person) -> None:
    assert alice.program("tools:execute").get("/api/audit").status_code == 403
    assert alice.program("audit:read").get("/api/audit").status_code == 200
