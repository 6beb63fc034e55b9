"""What programs carry: random, of which only a hash is kept."""

import base64
import hashlib
import hmac
import secrets

ACCESS, REFRESH, CODE = "tno_", "tnr_", "tnc_"


def new_secret(mark: str) -> str:
    return mark + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    # 256 random bits: a slow hash would protect nothing more.
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(verifier: str, challenge: str) -> bool:
    """PKCE, S256: whoever began is who ends."""
    digest = hashlib.sha256(verifier.encode()).digest()
    made = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return hmac.compare_digest(made, challenge)
