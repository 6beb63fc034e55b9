"""So many within any sixty seconds, whichever process is asked: a rolling count in Redis.

One script takes permits and says what is left, in one round trip. Whoever calls faster than a
process can ask is given permits in shares: each share that was spent within a second makes the next
one twice as large, up to a fiftieth of the limit. What was not spent is given back with the next
question. Of a limit under 100 a share is one permit, so the count is exact.
"""

import time
from dataclasses import dataclass
from threading import Lock

from config.redis import client

WINDOW = 60
SHARE = 50
KEPT_FOR = 1.0
MOST_KEPT = 10_000

# A hash of second → permits taken in it. The clock is Redis's own: one for all processes.
TAKE = """
local now = tonumber(redis.call('TIME')[1])
local wanted, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local back, taken_at = tonumber(ARGV[4]), ARGV[5]
if back > 0 and redis.call('HEXISTS', KEYS[1], taken_at) == 1 then
  redis.call('HINCRBY', KEYS[1], taken_at, -back)
end
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
return {granted, used + granted, oldest + window - now, now}
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


@dataclass
class Share:
    """Permits that this process took at once; `second` is when, by Redis's clock."""

    size: int
    left: int
    until: float
    second: int
    budget: Budget


NOTHING = Share(0, 0, 0.0, 0, Budget(0, 0, 1))


class RollingBudget:
    def __init__(self) -> None:
        self._lock = Lock()
        self._shares: dict[str, Share] = {}

    def take(self, key: str, *, limit: int) -> tuple[bool, Budget]:
        """Whether there was one left. Raises redis-py's errors."""
        with self._lock:
            share = self._shares.get(key, NOTHING)
            in_time = time.monotonic() < share.until
            if in_time and share.left > 0:
                share.left -= 1
                return True, share.budget
            self._shares.pop(key, None)
        most = max(1, limit // SHARE)
        wanted = min(most, max(1, 2 * share.size)) if in_time else 1
        granted, second, budget = _ask(key, wanted, limit, share)
        if granted > 0 and most > 1:
            self._keep(key, Share(granted, granted - 1, _soon(), second, budget))
        return granted > 0, budget

    def _keep(self, key: str, share: Share) -> None:
        with self._lock:
            if len(self._shares) >= MOST_KEPT:
                self._shares.clear()
            self._shares[key] = share

    def peek(self, key: str, *, limit: int) -> Budget:
        return _ask(key, 0, limit, NOTHING)[2]


def _soon() -> float:
    return time.monotonic() + KEPT_FOR


def _ask(key: str, wanted: int, limit: int, last: Share) -> tuple[int, int, Budget]:
    """Give back what is left of the last share, and take another one."""
    given = (wanted, limit, WINDOW, last.left, last.second)
    answer = client().eval(TAKE, 1, key, *given)
    granted, used, reset, second = (int(number) for number in answer)
    return granted, second, Budget(limit, max(0, limit - used), max(1, reset))
