"""Names to addresses, all of them, in bounded time."""

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from functools import cache

from config.outbound.addresses import Address, parsed
from config.outbound.targets import Refused

SECONDS = 5.0

Lookup = Callable[[str], list[str]]


def look_up(host: str) -> list[str]:
    """As this machine's resolver says; with chains of aliases followed."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


@cache
def _threads() -> ThreadPoolExecutor:
    """getaddrinfo cannot be interrupted: who waits for it can leave."""
    return ThreadPoolExecutor(max_workers=8, thread_name_prefix="resolver")


def resolve(host: str, lookup: Lookup = look_up, seconds: float = SECONDS) -> list[Address]:
    """Raises `Refused` when there is no answer, or one that is no address."""
    literal = parsed(host)
    if literal:
        return [literal]
    try:
        found = _threads().submit(lookup, host).result(timeout=min(seconds, SECONDS))
    except (OSError, UnicodeError, TookTooLong) as error:
        raise Refused from error
    addresses = [parsed(text) for text in found]
    if None in addresses:
        raise Refused
    return [address for address in addresses if address]
