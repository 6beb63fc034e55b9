"""How long one request may take from end to end, and how much may come back."""

import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    seconds: float = 30.0
    bytes: int = 5 * 1024 * 1024
    connect_seconds: float = 5.0


USUAL = Limits()


class OutOfTime(Exception):
    pass


class TooMuch(Exception):
    pass


@dataclass
class Allowance:
    """What is left of the limits for one connection, which serves one request."""

    limits: Limits
    ends: float = field(init=False)
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.ends = time.monotonic() + self.limits.seconds
        self.left = self.limits.bytes

    def seconds(self, wanted: float | None) -> float:
        """For the next step. Raises `OutOfTime`: a trickle of bytes does not prolong anything."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left if wanted is None else min(wanted, left)

    def take(self, data: bytes) -> bytes:
        self.left -= len(data)
        if self.left < 0:
            raise TooMuch
        return data
