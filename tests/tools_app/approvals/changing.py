"""Tools that change something, and those who ask for it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.test import Client
from pydantic import Field

from accounts.models import User
from config.errors import NotFound
from config.ids import uuid7
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.definitions import Preview, ToolContext, ToolModel
from tools_app.models import IdempotencyKey


class Renaming(ToolModel):
    email: str
    name: str = Field(max_length=100)
    code: str = Field(default_factory=str, json_schema_extra={"x-secret": True})


class Renamed(ToolModel):
    name: str


def rename(given: Renaming, _context: ToolContext) -> Renamed:
    """Renames somebody. Use it in tests."""
    User.objects.filter(email=given.email).update(name=given.name)
    return Renamed(name=given.name)


def would_rename(given: Renaming, context: ToolContext) -> Preview:
    """Does it, to show that what a dry run does is undone."""
    person = User.objects.filter(email=given.email).first()
    if person is None:
        raise NotFound(f"Nobody has the address {given.email}.", code="nobody")
    rename(given, context)
    return Preview(
        summary=f"Rename {person.name} to {given.name}",
        target=person.name,
        before={"name": person.name, "email": person.email},
        after={"name": given.name, "email": person.email},
    )


class Marked(ToolModel):
    mark: str


def leave_mark(given: Marked, context: ToolContext) -> Marked:
    """Leaves one mark for each time that it really runs. Use it in tests."""
    IdempotencyKey.objects.create(
        actor_id=uuid7(), key=f"mark {given.mark}", request_hash="", run_id=context.run_id
    )
    return given


def marks() -> int:
    return IdempotencyKey.objects.filter(key__startswith="mark ").count()


RENAME = sample(rename, slug="rename", name="Rename", effect="mutate", dry_run=would_rename)
MARK = sample(leave_mark, slug="mark", name="Leave a mark", effect="mutate")
WIPE = sample(leave_mark, slug="wipe", name="Wipe the disk", effect="destructive")
VALERY = {"email": "charlie@example.com", "name": "Valery"}


@contextmanager
def changing() -> Iterator[None]:
    with registered(RENAME, MARK, WIPE):
        yield


def call(client: Client, method: str, path: str, body: Any = None) -> Any:
    return client.generic(
        method, path, json.dumps({} if body is None else body), content_type="application/json"
    )


@dataclass(frozen=True)
class Asked:
    """A program's call that waits, and the client of the program."""

    body: dict[str, Any]
    program: Client

    @property
    def id(self) -> str:
        return str(self.body["proposal"]["id"])

    @property
    def token(self) -> str:
        return str(self.body["proposal"]["token"])

    @property
    def run_id(self) -> str:
        return str(self.body["run_id"])

    @property
    def path(self) -> str:
        return f"/api/approvals/{self.id}"


def ask(person: Person, slug: str = "rename", payload: Any = None, **options: Any) -> Asked:
    """As a program of this person."""
    program = person.program("tools:execute")
    body = {"input": VALERY if payload is None else payload}
    response = call(program, "POST", f"/api/tools/{slug}/run", body)
    assert response.status_code == options.get("status", 202), response.content
    return Asked(response.json(), program)


def decide(client: Client, asked: Asked, how: str, **body: Any) -> Any:
    return call(client, "POST", f"{asked.path}/{how}", body)


def name_of(email: str = "charlie@example.com") -> str:
    with tenant_context("acme"):
        return User.objects.get(email=email).name


def happenings(run_id: str) -> list[str]:
    with tenant_context("acme"):
        rows = SessionEvent.objects.filter(run_id=run_id).order_by("seq")
        return [row.type for row in rows]
