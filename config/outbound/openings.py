"""What the operator has opened beyond the public internet: hosts and networks, by port."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.outbound.addresses import Address

WEB_PORTS = (80, 443)


@dataclass(frozen=True)
class Opening:
    """One entry: a name (whatever it resolves to) or a network; its port, or those of the web."""

    where: str | IPv4Network | IPv6Network
    port: int | None = None

    def has_port(self, port: int) -> bool:
        return port in WEB_PORTS if self.port is None else port == self.port


@dataclass(frozen=True)
class Openings:
    entries: tuple[Opening, ...] = ()

    def name(self, host: str, port: int) -> bool:
        return any(each.where == host and each.has_port(port) for each in self.entries)

    def address(self, address: Address, port: int) -> bool:
        return any(
            not isinstance(each.where, str) and address in each.where and each.has_port(port)
            for each in self.entries
        )

    def opens_port(self, port: int) -> bool:
        """For some network: the name has to be resolved before more can be said."""
        return any(not isinstance(each.where, str) and each.has_port(port) for each in self.entries)

    def with_(self, *more: Opening) -> "Openings":
        return Openings((*self.entries, *more))


def openings() -> Openings:
    """Those of `OUTBOUND_ALLOW`."""
    return read_openings(settings.OUTBOUND_ALLOW)


@lru_cache(maxsize=8)
def read_openings(text: str) -> Openings:
    """`models.example.internal:8443, 10.1.0.0/16:8080, [fd00::/8]:443`"""
    return Openings(tuple(_opening(entry.strip()) for entry in text.split(",") if entry.strip()))


def _opening(entry: str) -> Opening:
    host, port = _split(entry)
    if port is not None and not 0 < port < 65_536:
        raise ImproperlyConfigured(f"OUTBOUND_ALLOW: {entry!r} has no such port.")
    try:
        return Opening(ip_network(host), port)
    except ValueError:
        if "/" in host or not host.strip(".-"):
            raise ImproperlyConfigured(
                f"OUTBOUND_ALLOW: {entry!r} is neither host[:port] nor network[:port]."
            ) from None
        return Opening(host.lower(), port)


def _split(entry: str) -> tuple[str, int | None]:
    if entry.startswith("["):
        host, _, rest = entry[1:].partition("]")
        port = rest.removeprefix(":")
    else:
        host, _, port = entry.partition(":")
    if port and not port.isdigit():
        raise ImproperlyConfigured(f"OUTBOUND_ALLOW: {entry!r} has no such port.")
    return host, int(port) if port else None
