"""How often one may try. Counted in Redis, so it holds across processes."""

import hashlib

from config import ratelimit
from config.errors import RateLimited
from config.redis import client
from tenants.cache import tenant_key

MINUTE = 60
SIGN_IN_WINDOW = 15 * MINUTE
TRIES_AN_ACCOUNT = 5
TRIES_AN_ADDRESS = 30
BAD_KEYS_AN_ADDRESS = 30


def wait_in_words(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} seconds"
    return f"{-(-seconds // MINUTE)} minutes"


def count(kind: str, who: str, *, limit: int, window: int, what: str) -> str:
    """Count one more try and return its key. Raises `RateLimited` past the limit."""
    key = tenant_key("tries", kind, hashlib.sha256(who.encode()).hexdigest()[:32])
    usage = ratelimit.hit(key, window=window)
    if usage.count > limit:
        raise RateLimited(
            f"{what} Try again in {wait_in_words(usage.seconds_left)}.",
            retry_after=usage.seconds_left,
        )
    return key


class SignInTry:
    """One attempt to sign in: counted before the password is looked at, forgiven if it is right."""

    def __init__(self, *, email: str, address: str) -> None:
        what = "Too many attempts to sign in."
        options = {"window": SIGN_IN_WINDOW, "what": what}
        self.address = count("address", address, limit=TRIES_AN_ADDRESS, **options)  # type: ignore[arg-type]
        self.account = count("account", email.lower(), limit=TRIES_AN_ACCOUNT, **options)  # type: ignore[arg-type]

    def succeeded(self) -> None:
        ratelimit.forget(self.account)
        client().decr(self.address)


def count_reset(*, email: str, address: str) -> None:
    """Mails cost and annoy: a few an hour."""
    what = "Too many requests for a new password."
    count("reset-address", address, limit=20, window=60 * MINUTE, what=what)
    count("reset-account", email.lower(), limit=5, window=60 * MINUTE, what=what)


def count_bad_key(*, address: str) -> None:
    what = "Too many requests with an unknown API key."
    count("bad-key", address, limit=BAD_KEYS_AN_ADDRESS, window=MINUTE, what=what)
