"""What an address in words asks us to connect to. Whatever two readers could take for two
different hosts is refused."""

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

import idna

from config.errors import AppError
from config.outbound.addresses import Address, is_public, parsed
from config.outbound.openings import Openings

PORTS = {"http": 80, "https": 443}
LONGEST_URL = 2_000
LONGEST_NAME = 253
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_ODD = re.compile(r"[\x00-\x20\x7f\\]")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Names that mean this machine or this network, whatever a resolver says.
_INNER = ("localhost", "localdomain", "local", "internal", "home.arpa", "lan", "intranet", "onion")


class Refused(AppError):
    """It says the same whether an address is refused, closed or silent: no map of our network can
    be drawn with it."""

    status, code, title = 400, "unreachable", "This address cannot be reached from here"


@dataclass(frozen=True)
class Target:
    scheme: str
    host: str
    port: int

    @property
    def address(self) -> Address | None:
        """If the host is one, rather than a name."""
        return parsed(self.host)

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


def target_of(url: str) -> Target:
    """Raises `Refused` for anything but one plain reading of an http or https URL."""
    if len(url) > LONGEST_URL or _ODD.search(url):
        raise Refused
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Refused from error
    if parts.scheme not in PORTS or not parts.netloc or "@" in parts.netloc:
        raise Refused
    if port is None:
        port = PORTS[parts.scheme]
    return Target(parts.scheme, _host(parts.hostname or ""), port)


def vet_url(url: str, allowed: Openings) -> Target:
    """What can be said of a URL without asking anybody. Raises `Refused`."""
    target = target_of(url)
    if allowed.name(target.host, target.port):
        return target
    if target.address:
        vet_addresses([target.address], target.port, allowed)
    elif _is_inner(target.host) or not _is_open(target.port, allowed):
        raise Refused
    return target


def _is_open(port: int, allowed: Openings) -> bool:
    return port in PORTS.values() or allowed.opens_port(port)


def vet_addresses(addresses: list[Address], port: int, allowed: Openings) -> None:
    """All of them, or none: a name with one inner address is an inner name. Raises `Refused`."""
    for address in addresses:
        public = is_public(address) and port in PORTS.values()
        if not public and not allowed.address(address, port):
            raise Refused
    if not addresses:
        raise Refused


def _is_inner(host: str) -> bool:
    return "." not in host or any(host.endswith(f".{name}") for name in _INNER)


def _host(given: str) -> str:
    host = given.lower().removesuffix(".")
    if parsed(host):
        return str(parsed(host))
    if unicodedata.normalize("NFKC", host) != host:
        raise Refused
    if not host.isascii():
        host = _ascii(host)
    last = host.rpartition(".")[2]
    if len(host) > LONGEST_NAME or not _NAME.fullmatch(host) or _NUMBER.fullmatch(last):
        raise Refused
    return host


def _ascii(host: str) -> str:
    try:
        return idna.encode(host).decode()
    except idna.IDNAError as error:
        raise Refused from error
