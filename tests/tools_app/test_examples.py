"""The examples of the OpenAPI description work when they are sent."""

import json
from typing import Any

from django.test import Client

from tests.conftest import Person
from tools_app.api import examples


def _send(client: Client, method: str, path: str, body: Any, **headers: str) -> Any:
    return client.generic(
        method, path, json.dumps(body), content_type="application/json", headers=headers
    )


def test_a_tenant_admin_follows_the_examples(alice: Person, bob: Person) -> None:
    program = alice.program("tools:write", "tools:execute")
    tried = _send(program, "POST", "/api/tools/vendor-grade/test", examples.TEST.value)
    assert tried.json()["output"] == {"grade": "B"}, tried.content
    made = _send(program, "POST", "/api/tools", examples.NEW.value)
    assert made.json() == examples.SAVED.value, made.content
    path = "/api/tools/vendor-grade"
    changed = _send(program, "PATCH", path, examples.CHANGE.value, **{"if-match": '"1"'})
    assert changed.status_code == 200, changed.content
    run = _send(bob.program("tools:execute"), "POST", f"{path}/run", examples.RUN.value)
    assert run.json()["output"] == {"grade": "B"}


def test_the_override_and_the_run_work_as_shown(alice: Person, bob: Person) -> None:
    member = bob.program("tools:execute")
    done = _send(member, "POST", "/api/tools/quick-score/run", examples.RUN.value).json()
    shown = examples.DONE.value
    assert set(done) == set(shown)
    assert done["output"]["summary"] == shown["output"]["summary"]
    program = alice.program("tools:write")
    path = "/api/tools/quick-score"
    saved = _send(program, "PATCH", path, examples.OVERRIDE.value, **{"if-match": '"0"'})
    assert saved.status_code == 200, saved.content
    waits = _send(member, "POST", f"{path}/run", examples.RUN.value)
    assert (waits.status_code, waits.json()["status"]) == (202, examples.WAITS.value["status"])


def test_the_listed_tool_has_the_fields_that_are_shown(bob: Person) -> None:
    listed = bob.program("tools:read").get("/api/tools").json()["results"]
    (shown,) = examples.LIST.value["results"]
    (found,) = [tool for tool in listed if tool["slug"] == shown["slug"]]
    assert {**found, "description": ""} == {**shown, "description": ""}
