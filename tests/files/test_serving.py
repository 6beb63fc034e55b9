"""Who gets the bytes, and as what."""

import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.conftest import Meet, Person
from tests.files.conftest import kept, picture, send


def _uploaded(person: Person, content: bytes = b"hello", name: str = "a.txt") -> dict[str, Any]:
    answer = send(person.program("tools:execute"), content, name)
    assert answer.status_code == 201
    body: dict[str, Any] = answer.json()
    parts = urlsplit(body["url"])
    assert parts.netloc == person.host
    return {**body, "path": parts.path, "signed": f"{parts.path}?{parts.query}"}


def _content(response: Any) -> bytes:
    """All of it: the file is closed at its end."""
    return b"".join(response.streaming_content) if response.streaming else b""


def test_a_link_opens_the_file_without_signing_in(bob: Person, visitor: Client) -> None:
    file = _uploaded(bob)
    answer = visitor.get(file["signed"])
    assert (answer.status_code, _content(answer)) == (200, b"hello")
    assert visitor.get(file["path"]).status_code == 404


def test_the_headers_keep_a_browser_from_running_it(bob: Person, visitor: Client) -> None:
    answer = visitor.get(_uploaded(bob, b"hello", "größe.txt")["signed"])
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''gr%C3%B6%C3%9Fe.txt"
    assert answer["Cache-Control"] == "private, max-age=300"
    assert answer["Content-Length"] == "5"
    _content(answer)


SCRIPT = b"<script>alert(document.domain)</script>"


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"<!doctype html>" + SCRIPT, "a.html", "application/octet-stream"),
        (b"\n \xef\xbb\xbf<html>" + SCRIPT, "a.png", "application/octet-stream"),
        (b"\xff\xfe" + "<html>".encode("utf-16-le"), "a.png", "application/octet-stream"),
        (b"<svg onload='alert(1)'>" + SCRIPT, "a.svg", "application/octet-stream"),
        (b"<?xml version='1.0'?><x/>", "a.xml", "application/octet-stream"),
        (b"%PDF-1.7\n" + SCRIPT, "a.html", "application/pdf"),
        (b"%PDF-1.7\n/JavaScript", "a.pdf.js", "application/pdf"),
        (b"alert(1)", "a.js", "application/octet-stream"),
    ],
)
def test_markup_is_only_ever_saved(
    bob: Person, visitor: Client, content: bytes, name: str, told: str
) -> None:
    file = _uploaded(bob, content, name)
    for client in (visitor, bob.browser()):
        answer = client.get(file["signed"] if client is visitor else file["path"])
        assert answer["Content-Type"] == told
        assert answer["Content-Disposition"].startswith("attachment")
        _content(answer)
    if told == "application/pdf":
        assert file["name"].endswith(".pdf")


def test_an_image_is_shown_and_holds_no_markup(bob: Person, visitor: Client) -> None:
    file = _uploaded(bob, picture("GIF") + SCRIPT, "a.gif.html")
    answer = visitor.get(file["signed"])
    assert answer["Content-Type"] == "image/gif"
    assert answer["Content-Disposition"] == 'inline; filename="a.gif.html.gif"'
    assert b"<script" not in _content(answer)


def test_the_name_in_the_address_changes_nothing(bob: Person, visitor: Client) -> None:
    file = _uploaded(bob)
    answer = visitor.get(file["signed"].replace("a.txt", "evil.html"))
    assert answer["Content-Disposition"] == 'attachment; filename="a.txt"'
    _content(answer)


def test_a_link_that_was_changed_is_a_404(bob: Person, visitor: Client) -> None:
    one, other = _uploaded(bob), _uploaded(bob)
    query = one["signed"].partition("?")[2]
    expires, signature = (part.partition("=")[2] for part in query.split("&"))
    for path in (
        f"{other['path']}?{query}",
        f"{one['path']}?expires={int(expires) + 1}&signature={signature}",
        f"{one['path']}?expires={expires}&signature={signature[:-1]}",
        f"{one['path']}?expires={expires}&signature=",
        f"{one['path']}?expires=&signature={signature}",
        f"{one['path']}?expires=x&signature=é",
        f"{one['path']}?signature={signature}",
        f"{one['path']}?expires={expires}",
    ):
        assert visitor.get(path).status_code == 404


def test_a_link_ends_after_a_quarter_of_an_hour(
    bob: Person, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _uploaded(bob)
    now = time.time()
    monkeypatch.setattr("files.links.time.time", lambda: now + 14 * 60)
    answer = visitor.get(file["signed"])
    assert answer.status_code == 200
    _content(answer)
    monkeypatch.setattr("files.links.time.time", lambda: now + 15 * 60 + 1)
    assert visitor.get(file["signed"]).status_code == 404


def test_nothing_crosses_tenants(bob: Person, dana: Person) -> None:
    file = _uploaded(bob)
    browser, program = dana.browser(), dana.program("tools:execute", "runs:read")
    assert browser.get(file["path"]).status_code == 404
    assert browser.get(file["signed"]).status_code == 404
    assert program.get(f"/api/files/{file['id']}").status_code == 404
    assert program.delete(f"/api/files/{file['id']}").status_code == 404


def test_the_owner_and_who_sees_all_runs_see_it(bob: Person, alice: Person, meet: Meet) -> None:
    file = _uploaded(bob)
    address = f"/api/files/{file['id']}"
    for person, status in (
        (bob, 200),
        (alice, 200),
        (meet("Erin", "acme"), 404),
        (meet("Vera", "acme"), 404),
    ):
        page = person.browser().get(file["path"])
        assert page.status_code == status
        _content(page)
        assert person.browser().get(address).status_code == status
    fresh = bob.program("tools:read").get(address).json()
    assert fresh["id"] == file["id"]
    assert "signature=" in fresh["url"]
    assert bob.program("keys:read").get(address).status_code == 403


def test_a_deleted_file_is_gone_with_its_bytes_and_links(
    bob: Person, meet: Meet, visitor: Client, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    file = _uploaded(bob)
    address = f"/api/files/{file['id']}"
    assert meet("Erin", "acme").browser().delete(address).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        assert bob.program("tools:execute").delete(address).status_code == 204
    assert kept(folder) == []
    assert visitor.get(file["signed"]).status_code == 404
    assert bob.browser().get(address).status_code == 404


def test_bytes_that_are_missing_are_a_404(bob: Person, visitor: Client, folder: Path) -> None:
    file = _uploaded(bob)
    kept(folder)[0].unlink()
    assert visitor.get(file["signed"]).status_code == 404
