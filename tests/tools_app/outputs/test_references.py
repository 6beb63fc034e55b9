"""Files and entities in a result have names, and links that open."""

import contextlib
import html
import io
import json
import re
from typing import Annotated, Any

from PIL import Image
from pydantic import Field

from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.definitions import ToolContext, ToolModel

MEDIA: dict[str, Any] = {"x-type": "media", "x-accept": ["image/png", ".txt"]}


class Given(ToolModel):
    file: str = Field(json_schema_extra=MEDIA)
    owner: str = Field(json_schema_extra={"x-entity-type": "person"})
    tools: Annotated[list[str], Field(json_schema_extra={"x-entity-type": "tool"})]
    at: str = Field(json_schema_extra={"format": "date-time"})


def echo(input: Given, context: ToolContext) -> Given:  # noqa: A002 - as tools are written
    """Gives back what it was given. Use it in tests."""
    return input


def _picture() -> io.BytesIO:
    made = io.BytesIO()
    Image.new("RGB", (4, 4), "teal").save(made, "PNG")
    made.seek(0)
    made.name = "tree.png"
    return made


def _note() -> io.BytesIO:
    made = io.BytesIO(b"as agreed")
    made.name = "terms of sale.txt"
    return made


def _upload(person: Person, stream: io.BytesIO) -> dict[str, Any]:
    answer = person.browser().post("/api/files", {"file": stream})
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def _ran(person: Person, owner: Person, file: str) -> tuple[str, str]:
    """The address of a run, and its page."""
    given = {
        "file": file,
        "owner": str(owner.user.pk),
        "tools": ["sample", "gone"],
        "at": "2026-03-05T09:30:00Z",
    }
    browser = person.browser()
    sent = {"_mode": "json", "_json": json.dumps(given)}
    address = browser.post("/tools/sample", sent)["Location"]
    return address, html.unescape(browser.get(address).content.decode())


def test_a_file_is_named_and_its_link_opens(alice: Person) -> None:
    stored = _upload(alice, _note())
    with registered(sample(echo)):
        _, page = _ran(alice, alice, stored["id"])
    link = re.search(r'<a class="file"\s+href="(/files/[^"]+)"', page)
    assert link
    assert "terms of sale.txt" in page
    assert "9 B" in page
    with contextlib.closing(alice.browser().get(link[1])) as opened:
        assert b"".join(opened) == b"as agreed"
        assert opened["Content-Disposition"].startswith("attachment")


def test_a_picture_is_shown_also_where_its_old_link_has_expired(alice: Person) -> None:
    stored = _upload(alice, _picture())
    stale = f"/files/{stored['id']}/tree.png?expires=1&signature=old"
    with registered(sample(echo)):
        _, page = _ran(alice, alice, stale)
    shown = re.search(r'<img[^>]*src="(/files/[^"]+)"', page)
    assert shown
    assert "signature=old" not in shown[1]
    with contextlib.closing(alice.browser().get(shown[1])) as opened:
        assert opened["Content-Type"] == "image/png"


def test_entities_are_named_for_those_who_may_see_them(alice: Person, bob: Person) -> None:
    with registered(sample(echo)):
        _, page = _ran(alice, bob, "report.txt")
    assert re.search(r'class="entity">.*?<span dir="auto">Bob</span>', page, re.S)
    assert re.search(r'class="entity" href="/tools/sample">.*?>Sample</span>', page, re.S)
    assert re.search(r'class="entity">.*?>gone</span>', page, re.S), (
        "what is not there keeps its id"
    )


def test_a_moment_is_relative_with_its_time_beside_it(alice: Person) -> None:
    with registered(sample(echo)):
        _, page = _ran(alice, alice, "report.txt")
    told = re.search(r'<time[^>]*title="5 March 2026, 09:30 UTC"[^>]*data-relative', page)
    assert told
    assert 'datetime="2026-03-05T09:30:00+00:00"' in told[0]


def test_a_form_that_is_filled_in_shows_its_picture(alice: Person, bob: Person) -> None:
    stored = _upload(alice, _picture())
    with registered(sample(echo)):
        address, _ = _ran(alice, alice, stored["id"])
        again = f"/tools/sample?from={address.rsplit('/', 1)[1]}"
        page = html.unescape(alice.browser().get(again).content.decode())
        theirs = bob.browser().get(f"/tools/sample?file={stored['id']}").content.decode()
    assert re.search(r'data-drop-preview>\s*<a class="file file--image"', page)
    assert 'data-name="tree.png"' in page
    assert "tree.png" not in theirs, "somebody else's file stays an id"
