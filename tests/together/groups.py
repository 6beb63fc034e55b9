"""Sessions of a group, as tests need them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client

from tests.conftest import Person
from tests.tools_app.samples import add, registered, sample

GOOD = {"criteria": [{"name": "Fit", "weight": 1, "score": 8}]}


def score(value: float) -> dict[str, Any]:
    return {"criteria": [{"name": "Fit", "weight": 1, "score": value}]}


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    return client.generic(
        method, path, json.dumps(body or {}), content_type="application/json", headers=headers
    )


def start(person: Person, tool: str = "quick-score", **options: Any) -> str:
    """The id of a new session."""
    made = send(person.browser(), "POST", "/api/group-sessions", {"tool": tool, **options})
    assert made.status_code == 201, made.content
    return str(made.json()["id"])


def answer(client: Client, session_id: str, value: Any = GOOD, **headers: str) -> Any:
    path = f"/api/group-sessions/{session_id}/submissions"
    return send(client, "POST", path, {"input": value}, **headers)


def together(client: Client, session_id: str) -> Any:
    return client.get(f"/api/group-sessions/{session_id}/aggregate").json()


def answers(client: Client, session_id: str) -> Any:
    return client.get(f"/api/group-sessions/{session_id}/submissions").json()


def share(person: Person, session_id: str, **options: Any) -> str:
    """The path of a new share link."""
    made = send(person.browser(), "POST", f"/api/group-sessions/{session_id}/share", options)
    assert made.status_code == 201, made.content
    return str(made.json()["url"]).removeprefix("http://acme.localhost")


def guest(path: str, name: str = "Gina", host: str = "acme.localhost") -> Client:
    """Somebody who came by a link and said their name."""
    browser = Client(HTTP_HOST=host)
    assert browser.post(path, {"name": name}).status_code == 303
    return browser


def _count(submissions: Any) -> dict[str, Any]:
    return {"summary": {"n": len(submissions), "sum": sum(s["input"]["a"] for s in submissions)}}


@contextmanager
def adding(function: Any = add, **options: Any) -> Iterator[None]:
    """A small collaborative tool called `sample`."""
    with registered(sample(function, collaborative=True, aggregate=_count, **options)):
        yield
