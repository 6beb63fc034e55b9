"""Calls to other machines: what may be reached, and what no byte is sent to."""

import socket
import threading
import time
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx2
import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ImproperlyConfigured

from config.outbound import Opening, Refused, async_client, client, fetch, openings, vet_url
from config.outbound.limits import Limits
from config.outbound.openings import read_openings
from tests.serving import Answer, ok, serving

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent.parent / "data/ssrf_cases.tsv").read_text().splitlines()
]
LITERAL = [(case[0], case[2], case[3]) for case in CASES if case[1] == "literal"]
MORE_LITERALS = [
    ("M01", "BLOCK", "http://user:pass@public.test/"),
    ("M02", "BLOCK", "http://localhost./"),
    ("M03", "BLOCK", "http://db.internal/"),
    ("M04", "BLOCK", "http://redis/"),
    ("M05", "BLOCK", "http://0x7f.1/"),
    ("M06", "BLOCK", "http://public.test:6379/"),
    ("M07", "BLOCK", "http://[fe80::1%25eth0]/"),
    ("M08", "BLOCK", "http://[2001:0:7f00:1::]/"),
    ("M09", "BLOCK", "http://168.63.129.16/"),
    ("M10", "BLOCK", "http://public.test\t.evil.test/"),
    ("M11", "BLOCK", "http://public.test:99999/"),
    ("M12", "BLOCK", "http://１２７.0.0.1/"),
    ("M13", "BLOCK", "http://"),
    ("M14", "BLOCK", "https://public..test/"),
    ("M15", "BLOCK", "https://" + "a." * 150 + "test/"),
    ("M16", "ALLOW", "https://[2606:4700:4700::1111]/"),
    ("M17", "ALLOW", "https://bücher.test/"),
    ("M18", "ALLOW", "https://api.public.test/v1?x=1"),
]
PUBLIC = "93.184.215.14"
DNS = [
    ("S081", "BLOCK", "http://mixed.test/", [PUBLIC, "127.0.0.1"]),
    ("S082", "BLOCK", "http://v6.test/", [PUBLIC, "::ffff:127.0.0.1"]),
    ("S084", "BLOCK", "http://cname.test/", ["10.1.1.1"]),
    ("S086", "BLOCK", "http://metadata.google.internal/", ["169.254.169.254"]),
    ("M20", "BLOCK", "http://zone.test/", ["fe80::1%eth0"]),
    ("M21", "BLOCK", "http://empty.test/", []),
    ("S106", "ALLOW", "https://hooks.public.test/x", [PUBLIC]),
    ("S107", "ALLOW", "https://xn--bcher-kva.test/", [PUBLIC]),
]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every address that anybody tried to connect to; nobody gets through."""
    found: list[str] = []
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family == socket.AF_UNIX:  # our own Redis and PostgreSQL
            return connect(self, address)
        found.append(str(address[0]))
        raise ConnectionRefusedError

    def create(address: tuple[str, int], *_args: Any, **_options: Any) -> socket.socket:
        found.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", create)
    return found


@pytest.mark.parametrize(
    ("expect", "url"),
    [pytest.param(*case[1:], id=case[0]) for case in [*LITERAL, *MORE_LITERALS]],
)
def test_a_literal_is_refused_before_anybody_is_asked(
    expect: str, url: str, dialled: list[str]
) -> None:
    def lookup(_host: str) -> list[str]:
        return [PUBLIC]

    with pytest.raises(Refused):
        fetch("GET", url, lookup=lookup)
    assert bool(dialled) == (expect == "ALLOW")


@pytest.mark.parametrize(
    ("expect", "url", "answers"), [pytest.param(*case[1:], id=case[0]) for case in DNS]
)
def test_a_name_is_as_good_as_the_worst_of_its_addresses(
    expect: str, url: str, answers: list[str], dialled: list[str]
) -> None:
    with pytest.raises(Refused):
        fetch("GET", url, lookup=lambda _host: answers)
    assert dialled == (answers if expect == "ALLOW" else [])


def test_the_vetted_address_is_the_one_connected_to(dialled: list[str]) -> None:
    """A resolver that changes its mind is not asked again."""
    answers = iter([[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]])
    with pytest.raises(Refused):
        fetch("GET", "http://rebinding.test/", lookup=lambda _host: next(answers))
    assert dialled == [PUBLIC]


def test_a_silent_resolver_does_not_hold_anybody_up(dialled: list[str]) -> None:
    """S087"""
    hang = threading.Event()

    def lookup(_host: str) -> list[str]:
        hang.wait(30)
        return [PUBLIC]

    with pytest.raises(Refused):
        fetch("GET", "http://slow.test/", lookup=lookup, limits=Limits(seconds=0.2))
    hang.set()
    assert dialled == []


# -- Against a server -------------------------------------------------------------------------


def to(location: str, status: int = 302) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Location", location)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def loopback(port: int) -> tuple[Opening, ...]:
    return (Opening(ip_network("127.0.0.1/32"), port),)


def here(_host: str) -> list[str]:
    return ["127.0.0.1"]


def test_what_the_operator_opened_can_be_reached_at_that_port_only(settings: Any) -> None:
    with serving(ok) as (port, _), serving(ok) as (other, seen):
        settings.OUTBOUND_ALLOW = f"models.internal:{port}, [fd00::/8]:443"
        assert fetch("GET", f"http://models.internal:{port}/", lookup=here).text == "ok"
        for url in (f"http://models.internal:{other}/", f"http://127.0.0.1:{port}/"):
            with pytest.raises(Refused):
                fetch("GET", url, lookup=here)
        settings.OUTBOUND_ALLOW = f"127.0.0.0/8:{port}"
        assert fetch("GET", f"http://any.test:{port}/", lookup=here).text == "ok"
    assert seen == []
    assert vet_url("https://10.0.0.1/", read_openings("10.0.0.0/8")).port == 443
    for wrong in ("10.0.0.0/33", "host:port", "host:70000", "/8"):
        with pytest.raises(ImproperlyConfigured):
            read_openings(wrong)
    settings.OUTBOUND_ALLOW = ""
    assert openings().entries == ()


def test_every_hop_of_a_redirect_is_vetted() -> None:
    """S089, S091, S092, S094"""
    secrets = {"Authorization": "Bearer canary", "X-Api-Key": "canary", "Accept": "*/*"}
    with serving(ok) as (target, reached):
        for location in ("//[::1]/", "http://169.254.169.254/", f"http://127.0.0.1:{target}/"):
            with serving(to(location)) as (port, _), pytest.raises(Refused):
                fetch("GET", f"http://a.test:{port}/", allow=loopback(port), lookup=here)
        assert reached == []
        with serving(to(f"http://b.test:{target}/x")) as (port, _):
            opened = (*loopback(port), *loopback(target))
            fetch("GET", f"http://a.test:{port}/", headers=secrets, allow=opened, lookup=here)
        assert "canary" not in str(reached[0].headers)
        assert reached[0].headers["Accept"] == "*/*"
        with serving(to(f"http://b.test:{target}/x", 307)) as (port, _):
            opened = (*loopback(port), *loopback(target))
            with pytest.raises(Refused):
                fetch("POST", f"http://a.test:{port}/", content=b"x", allow=opened, lookup=here)
        assert len(reached) == 1
    with serving(to("/again")) as (port, seen), pytest.raises(Refused):
        fetch("GET", f"http://a.test:{port}/", allow=loopback(port), lookup=here)
    assert len(seen) == 6


def test_a_redirect_does_not_lead_from_https_to_http() -> None:
    from config.outbound.fetching import _next
    from config.outbound.targets import target_of

    with pytest.raises(Refused):
        _next(target_of("https://a.test/"), target_of("http://a.test/"), {"headers": {}})


def test_neither_a_proxy_nor_a_kept_connection_gets_around_the_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S096, S097"""
    with serving(ok) as (port, seen), serving(ok) as (proxy, through):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy}")
        answers = iter([["127.0.0.1"], ["10.0.0.1"]])
        with client(allow=loopback(port), lookup=lambda _host: next(answers)) as http:
            assert http.get(f"http://a.test:{port}/").text == "ok"
            with pytest.raises(httpx2.ConnectError):
                http.get(f"http://a.test:{port}/")
        with pytest.raises(Refused):
            fetch("GET", "http://127.0.0.1/")
    assert (len(seen), through) == (1, [])


def trickle(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(60):
        try:
            handler.wfile.write(b"x")
        except OSError:
            return
        time.sleep(0.05)


def test_an_answer_is_bounded_in_size_and_in_time() -> None:
    """S099, S101"""

    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        while True:
            try:
                handler.wfile.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            except OSError:
                return

    def packed(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Encoding", "gzip")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    limits = Limits(seconds=0.5, bytes=200_000)
    for answer in (endless, trickle, packed):
        with serving(answer) as (port, _), pytest.raises(Refused):
            fetch("GET", f"http://127.0.0.1:{port}/", allow=loopback(port), limits=limits)


def test_refused_closed_and_silent_look_the_same() -> None:
    """S102"""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = taken.getsockname()[1]
    words = set()
    for url, lookup in [
        ("http://10.0.0.1/", here),
        (f"http://127.0.0.1:{closed}/", here),
        ("http://nowhere.test/", lambda _host: []),
    ]:
        with pytest.raises(Refused) as refused:
            fetch("GET", url, allow=loopback(closed), lookup=lookup)
        words.add((str(refused.value), refused.value.status, refused.value.problem_code))
    assert len(words) == 1


def test_the_async_client_keeps_the_same_rules() -> None:
    async def ask(port: int) -> list[str]:
        found = []
        answers = iter([["127.0.0.1"], [PUBLIC, "127.0.0.1"]])
        async with async_client(allow=loopback(port), lookup=lambda _host: next(answers)) as http:
            found.append((await http.get(f"http://a.test:{port}/")).text)
            for url in (f"http://a.test:{port}/", "http://169.254.169.254/", "http://localhost/"):
                with pytest.raises(httpx2.ConnectError) as refused:
                    await http.get(url)
                found.append(str(refused.value))
        return found

    async def wait(port: int, limits: Limits) -> None:
        async with async_client(allow=loopback(port), limits=limits) as http:
            await http.get(f"http://127.0.0.1:{port}/")

    with serving(ok) as (port, _):
        assert async_to_sync(ask)(port) == ["ok", *[Refused.title] * 3]
    with serving(trickle) as (port, _), pytest.raises(httpx2.ReadTimeout):
        async_to_sync(wait)(port, Limits(seconds=0.3))
    with serving(ok) as (port, _), pytest.raises(httpx2.ReadError):
        async_to_sync(wait)(port, Limits(bytes=10))
