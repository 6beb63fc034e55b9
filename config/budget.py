"""So many within any sixty seconds, whichever process is asked: a rolling count in Redis.

One script takes permits and says what is left, in one round trip. A process takes a fiftieth of
the limit at a time and spends it by itself; of a limit under 100, that is one, so the count is
exact. What it has taken and not spent is lost after a second.
"""

import time
from dataclasses import dataclass
from threading import Lock

from config.redis import client

WINDOW = 60
SHARE = 50
KEPT_FOR = 1.0

# A hash of second → permits taken in it. The clock is Redis's own: one for all processes.
TAKE = """
local now = tonumber(redis.call('TIME')[1])
local wanted, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used, oldest = 0, now
local entries = redis.call('HGETALL', KEYS[1])
for i = 1, #entries, 2 do
  local second = tonumber(entries[i])
  if second <= now - window then
    redis.call('HDEL', KEYS[1], entries[i])
  else
    used = used + tonumber(entries[i + 1])
    if second < oldest then oldest = second end
  end
end
local granted = math.max(0, math.min(wanted, limit - used))
if granted > 0 then
  redis.call('HINCRBY', KEYS[1], tostring(now), granted)
  redis.call('EXPIRE', KEYS[1], window + 1)
end
return {granted, used + granted, oldest + window - now}
"""


@dataclass(frozen=True)
class Budget:
    """What is left, and in how many seconds the oldest call stops to count."""

    limit: int
    remaining: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


class RollingBudget:
    def __init__(self) -> None:
        self._lock = Lock()
        # Key → (permits left of a share, until when they are good, what Redis said).
        self._shares: dict[str, tuple[int, float, Budget]] = {}

    def take(self, key: str, *, limit: int) -> tuple[bool, Budget]:
        """Whether there was one left. Raises redis-py's errors."""
        kept = self._spend(key)
        if kept:
            return True, kept
        wanted = max(1, limit // SHARE)
        granted, budget = _ask(key, wanted, limit)
        if granted > 1:
            with self._lock:
                if len(self._shares) > 10_000:
                    self._shares.clear()
                self._shares[key] = (granted - 1, time.monotonic() + KEPT_FOR, budget)
        return granted > 0, budget

    def _spend(self, key: str) -> Budget | None:
        if not self._shares:
            return None
        with self._lock:
            left, until, budget = self._shares.get(key, (0, 0.0, None))
            if budget is None or left < 1 or time.monotonic() >= until:
                self._shares.pop(key, None)
                return None
            self._shares[key] = (left - 1, until, budget)
            return budget

    def peek(self, key: str, *, limit: int) -> Budget:
        return _ask(key, 0, limit)[1]


def _ask(key: str, wanted: int, limit: int) -> tuple[int, Budget]:
    answer = client().eval(TAKE, 1, key, wanted, limit, WINDOW)
    granted, used, reset = (int(number) for number in answer)
    return granted, Budget(limit, max(0, limit - used), max(1, reset))
