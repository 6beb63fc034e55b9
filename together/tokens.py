"""Tokens that nobody guesses, and what happens to those who try."""

import hashlib
import secrets

from accounts.throttles import count

RANDOM_BYTES = 32
GUESSES_AN_ADDRESS = 20
MINUTE = 60


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def digest_of(token: str) -> str:
    # The token is random: a slow hash would protect nothing more.
    return hashlib.sha256(token.encode()).hexdigest()


def count_guess(*, address: str) -> None:
    """A token that opens nothing was tried. Wrong, revoked and expired ones count alike."""
    what = "Too many links that do not work."
    count("share-guess", address, limit=GUESSES_AN_ADDRESS, window=MINUTE, what=what)
