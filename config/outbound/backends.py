"""Where connections are made: resolve, vet, connect to what was vetted.

httpcore2 gives TLS the name of the URL, so certificates are checked against it as ever.
"""

import asyncio
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpcore2
from httpcore2 import AnyIOBackend, SyncBackend

from config.outbound.addresses import Address
from config.outbound.limits import USUAL, Allowance, Limits, OutOfTime, TooMuch
from config.outbound.openings import Openings
from config.outbound.resolving import Lookup, look_up, resolve
from config.outbound.targets import Refused, vet_addresses

UNREACHABLE = Refused.title
Options = Iterable[Any] | None


@dataclass(frozen=True)
class Guard:
    """Who may be connected to, and for how long."""

    allowed: Openings
    limits: Limits = USUAL
    lookup: Lookup = look_up

    def vetted(self, host: str, port: int, seconds: float) -> list[Address]:
        """Every address of the host, all fit to be connected to. Raises `Refused`."""
        found = resolve(host, self.lookup, seconds)
        if not (found and self.allowed.name(host, port)):
            vet_addresses(found, port, self.allowed)
        return found


class Backend(httpcore2.NetworkBackend):
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._inner = SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Options = None,
    ) -> httpcore2.NetworkStream:
        rest = Allowance(self._guard.limits)
        try:
            for address in self._guard.vetted(host, port, rest.seconds(timeout)):
                seconds = min(rest.seconds(timeout), rest.limits.connect_seconds)
                try:
                    stream = self._inner.connect_tcp(
                        str(address), port, seconds, local_address, socket_options
                    )
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                    continue
                return Stream(stream, rest)
        except (Refused, OutOfTime):
            pass
        raise httpcore2.ConnectError(UNREACHABLE)


class Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream, rest: Allowance) -> None:
        self._inner = inner
        self._rest = rest

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            return self._rest.take(self._inner.read(max_bytes, self._rest.seconds(timeout)))
        except OutOfTime as error:
            raise httpcore2.ReadTimeout("The answer took too long") from error
        except TooMuch as error:
            raise httpcore2.ReadError("The answer is too large") from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        try:
            self._inner.write(buffer, self._rest.seconds(timeout))
        except OutOfTime as error:
            raise httpcore2.WriteTimeout("Sending took too long") from error

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        try:
            seconds = self._rest.seconds(timeout)
            return Stream(self._inner.start_tls(ssl_context, server_hostname, seconds), self._rest)
        except (OutOfTime, httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
            raise httpcore2.ConnectError(UNREACHABLE) from error

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class AsyncBackend(httpcore2.AsyncNetworkBackend):
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._inner = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Options = None,
    ) -> httpcore2.AsyncNetworkStream:
        rest = Allowance(self._guard.limits)
        try:
            found = await asyncio.to_thread(self._guard.vetted, host, port, rest.seconds(timeout))
            for address in found:
                seconds = min(rest.seconds(timeout), rest.limits.connect_seconds)
                try:
                    stream = await self._inner.connect_tcp(
                        str(address), port, seconds, local_address, socket_options
                    )
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                    continue
                return AsyncStream(stream, rest)
        except (Refused, OutOfTime):
            pass
        raise httpcore2.ConnectError(UNREACHABLE)


class AsyncStream(httpcore2.AsyncNetworkStream):
    def __init__(self, inner: httpcore2.AsyncNetworkStream, rest: Allowance) -> None:
        self._inner = inner
        self._rest = rest

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            return self._rest.take(await self._inner.read(max_bytes, self._rest.seconds(timeout)))
        except OutOfTime as error:
            raise httpcore2.ReadTimeout("The answer took too long") from error
        except TooMuch as error:
            raise httpcore2.ReadError("The answer is too large") from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        try:
            await self._inner.write(buffer, self._rest.seconds(timeout))
        except OutOfTime as error:
            raise httpcore2.WriteTimeout("Sending took too long") from error

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        try:
            seconds = self._rest.seconds(timeout)
            stream = await self._inner.start_tls(ssl_context, server_hostname, seconds)
        except (OutOfTime, httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
            raise httpcore2.ConnectError(UNREACHABLE) from error
        return AsyncStream(stream, self._rest)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
