"""What is taken, what is refused, and what becomes of it."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from config.errors import NotFound, PermissionDenied
from files import storing
from files.models import StoredFile
from files.names import clean_name, named_as
from files.reading import open_file
from tenants.context import tenant_context
from tests.conftest import Person
from tests.files.conftest import kept, picture, send


def _program(person: Person) -> Client:
    return person.program("tools:execute")


def _refused(response: Any, status: int, code: str, folder: Path) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response["Content-Type"] == "application/problem+json"
    assert kept(folder) == []


def test_a_file_is_kept_under_its_tenant_and_told(bob: Person, folder: Path) -> None:
    answer = send(_program(bob), b"a,b\n1,2\n", "table.csv")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["name"], body["size"], body["type"]) == ("table.csv", 8, "text/csv")
    assert (body["width"], body["height"]) == (None, None)
    (path,) = kept(folder)
    assert path.parent.name == "t_acme"
    assert path.read_bytes() == b"a,b\n1,2\n"
    with tenant_context("acme"):
        row = StoredFile.objects.get()
        assert (row.user_id, row.key) == (bob.user.pk, f"t_acme/{path.name}")


def test_an_empty_file_is_refused(bob: Person, folder: Path) -> None:
    _refused(send(_program(bob), b""), 400, "file_empty", folder)


def test_a_file_over_the_limit_is_refused(bob: Person, folder: Path, settings: Any) -> None:
    settings.FILES_MAX_MB = 1
    program = _program(bob)
    _refused(send(program, b"x" * (1024 * 1024 + 1)), 413, "file_too_large", folder)
    _refused(send(program, b"x" * (3 * 1024 * 1024)), 413, "file_too_large", folder)
    assert send(program, b"x" * 1024 * 1024).status_code == 201


def test_a_limit_can_be_lowered_and_not_raised(bob: Person, folder: Path, settings: Any) -> None:
    program = _program(bob)
    _refused(send(program, b"x" * 2000, max_size_mb="0.001"), 413, "file_too_large", folder)
    settings.FILES_MAX_MB = 1
    big = send(program, b"x" * (1024 * 1024 + 1), max_size_mb="50")
    _refused(big, 413, "file_too_large", folder)


def test_long_fields_of_the_form_are_a_413_problem(bob: Person, folder: Path) -> None:
    _refused(send(_program(bob), b"x", accept="y" * 1_100_000), 413, "body_too_large", folder)


def test_a_session_is_told_so_before_its_token_is_looked_for(
    bob: Person, folder: Path, settings: Any
) -> None:
    settings.FILES_MAX_MB = 1
    browser = Client(HTTP_HOST=bob.host, enforce_csrf_checks=True)
    browser.cookies = bob.browser().cookies
    _refused(send(browser, b"x" * (3 * 1024 * 1024)), 413, "file_too_large", folder)
    _refused(send(browser, b"x"), 403, "permission_denied", folder)


def test_a_session_uploads_with_its_token(bob: Person) -> None:
    browser = Client(HTTP_HOST=bob.host, enforce_csrf_checks=True)
    browser.cookies = bob.browser().cookies
    browser.get("/profile")
    token = browser.cookies["csrf"].value
    file = io.BytesIO(b"hello")
    file.name = "a.txt"
    answer = browser.post("/api/files", {"file": file}, headers={"x-csrftoken": token})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("content", "name", "accept", "taken"),
    [
        (b"a,b\n", "a.csv", ".csv", True),
        (b"a,b\n", "a.csv", "image/*, .csv", True),
        (b"a,b\n", "a.txt", ".csv", False),
        (b"\x00\x01\x02\x03", "a.csv", ".csv", False),
        (b"<html>", "a.csv", ".csv", False),
        (b"%PDF-1.7\n", "a.pdf", "application/pdf", True),
        (b"hello", "a.pdf", "application/pdf", False),
        (b"hello", "a.png", "image/*", False),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", "image/*", False),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", ".svg", True),
        (picture(), "a.png", "image/*", True),
        (picture(), "a.png", "image/jpeg", False),
        (picture(), "a.png", "IMAGE/PNG", True),
    ],
)
def test_the_content_decides_what_is_accepted(
    bob: Person, folder: Path, content: bytes, name: str, accept: str, taken: bool
) -> None:
    answer = send(_program(bob), content, name, kind="image/png", accept=accept)
    if taken:
        assert answer.status_code == 201
    else:
        _refused(answer, 415, "file_type_not_allowed", folder)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF"])
def test_an_image_is_drawn_anew(bob: Person, folder: Path, form: str) -> None:
    answer = send(_program(bob), picture(form) + b"<script>alert(1)</script>", "a.html")
    body = answer.json()
    assert answer.status_code == 201
    assert (body["type"], body["width"], body["height"]) == (f"image/{form.lower()}", 8, 4)
    assert not body["name"].endswith(".html")
    (path,) = kept(folder)
    assert b"<script>" not in path.read_bytes()
    assert body["size"] == path.stat().st_size


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_where_a_picture_was_taken_is_gone_and_it_stands_upright(
    bob: Person, folder: Path, form: str
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "secret-camera"
    exif.get_ifd(0x8825)[1] = "N"
    options: dict[str, Any] = {"comment": b"secret-comment"} if form == "JPEG" else {}
    sent = picture(form, exif=exif, icc_profile=b"secret-profile" * 20, **options)
    assert b"secret-camera" in sent
    body = send(_program(bob), sent, "a.jpg").json()
    assert (body["width"], body["height"]) == (4, 8)
    content = kept(folder)[0].read_bytes()
    assert b"secret" not in content
    with Image.open(io.BytesIO(content)) as image:
        assert dict(image.getexif()) == {}


@pytest.mark.parametrize(
    "content",
    [
        picture("JPEG")[:200],
        b"\x89PNG\r\n\x1a\n" + b"nonsense" * 9,
        b"GIF89a/*<html><script>alert(1)</script>*/=1;",
        b"RIFF\x10\x00\x00\x00WEBPVP8 nonsense",
        b"\xff\xd8\xff",
    ],
)
def test_a_broken_image_is_refused(bob: Person, folder: Path, content: bytes) -> None:
    _refused(send(_program(bob), content, "a.png"), 400, "image_unreadable", folder)


def _claims(width: int, height: int) -> bytes:
    """A small file that says it is a big image."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("side", [6400, 10_000, 60_000])
def test_an_image_that_unpacks_to_too_much_is_refused(bob: Person, folder: Path, side: int) -> None:
    answer = send(_program(bob), _claims(side, side), "a.png")
    _refused(answer, 413, "image_too_large", folder)
    assert "40 megapixels" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\a.txt", "a.txt"),
        ("..", "file"),
        ("", "file"),
        ("a\x00b\r\nc.txt", "ab c.txt"),
        ("exe\u202etxt.pdf", "exetxt.pdf"),
        ("  Übersicht  2026 .txt ", "Übersicht 2026 .txt"),
        ("x" * 300 + ".csv", "x" * 196 + ".csv"),
        ('a";b.txt', 'a";b.txt'),
    ],
)
def test_a_name_is_only_a_name(given: str, clean: str) -> None:
    assert clean_name(given) == clean


def test_a_name_ends_as_the_content_does() -> None:
    assert named_as("photo.JPEG", "image/jpeg") == "photo.JPEG"
    assert named_as("invoice.pdf.html", "application/pdf") == "invoice.pdf.html.pdf"
    assert len(named_as("x" * 200, "image/png")) == 200


def test_who_may_not_run_tools_may_not_upload(charlie: Person, bob: Person) -> None:
    assert send(charlie.browser(), b"x").status_code == 403
    assert send(bob.program("tools:read"), b"x").status_code == 403
    with tenant_context("acme"), pytest.raises(PermissionDenied):
        storing.store(principal=charlie.principal, name="a", stream=io.BytesIO(b"x"))


def test_a_person_uploads_so_many_a_minute(bob: Person, settings: Any) -> None:
    settings.FILES_PER_MINUTE = 2
    program = _program(bob)
    assert [send(program, b"x").status_code for _ in range(3)] == [201, 201, 429]


def test_a_field_that_does_not_exist_is_an_error(bob: Person) -> None:
    answer = send(_program(bob), b"x", accpet=".csv")
    assert answer.json()["errors"][0]["pointer"] == "/accpet"
    missing = _program(bob).post("/api/files", {"accept": ".csv"})
    assert missing.json()["errors"][0]["pointer"] == "/file"


def test_a_row_that_cannot_be_written_leaves_no_bytes(
    bob: Person, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any, **_options: Any) -> None:
        raise RuntimeError("no row")

    monkeypatch.setattr(StoredFile, "save", fail)
    with tenant_context("acme"), pytest.raises(RuntimeError):
        storing.store(principal=bob.principal, name="a", stream=io.BytesIO(b"x"))
    assert kept(folder) == []


def test_a_stream_that_breaks_leaves_no_bytes(bob: Person, folder: Path) -> None:
    class Breaks:
        def read(self, size: int, /) -> bytes:  # noqa: ARG002 - the protocol's
            raise ConnectionError("the line is dead")

    with tenant_context("acme"), pytest.raises(ConnectionError):
        storing.store(principal=bob.principal, name="a", stream=Breaks())
    assert kept(folder) == []


def test_a_tool_reads_what_its_caller_may_see(bob: Person, alice: Person, meet: Any) -> None:
    with tenant_context("acme"):
        file = storing.store(principal=bob.principal, name="a", stream=io.BytesIO(b"hello"))
        for reader in (bob, alice):
            with open_file(principal=reader.principal, file_id=file.pk) as (row, stream):
                assert (row.name, stream.read()) == ("a", b"hello")
        with (
            pytest.raises(NotFound),
            open_file(principal=meet("Vera").principal, file_id=file.pk),
        ):
            pass
