"""Origins of pages: scheme, host and port, exactly."""

import re
from urllib.parse import urlsplit

HOST = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)
PORTS = {"https": 443, "http": 80}


def read_origin(text: str) -> str | None:
    """As a browser writes it; None for what is no origin. Plain http only on one's own machine."""
    try:
        parts = urlsplit(text.strip().lower())
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in PORTS or extra or not HOST.fullmatch(host) or "@" in text:
        return None
    if parts.scheme == "http" and not _is_local(host):
        return None
    shown = "" if port in {None, PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{host}{shown}"


def _is_local(host: str) -> bool:
    return host in {"localhost", "127.0.0.1"} or host.endswith(".localhost")
