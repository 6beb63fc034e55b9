"""Where a browser may be sent with a code."""

import re
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.http import HttpResponseRedirect

from oauth.errors import InvalidRedirect

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
# Schemes that a browser acts upon by itself.
DANGEROUS = {
    "javascript",
    "data",
    "vbscript",
    "file",
    "blob",
    "about",
    "ftp",
    "ws",
    "wss",
    "view-source",
}
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*")
LONGEST = 500


class ToProgram(HttpResponseRedirect):
    """Also to a program's own scheme; it has been vetted when the program was."""

    def __init__(self, url: str) -> None:
        self.allowed_schemes = [urlsplit(url).scheme]
        super().__init__(url)


def vet(uri: str) -> str:
    """https, http on this machine only, or a program's own scheme. Raises `InvalidRedirect`."""
    try:
        parts = urlsplit(uri)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        raise InvalidRedirect("This is no address.") from error
    plain = uri.isascii() and uri.isprintable() and " " not in uri and len(uri) <= LONGEST
    if not plain or not port_is_fine or parts.fragment or parts.username or "\\" in uri:
        raise InvalidRedirect("An address without a fragment, a name or odd characters is needed.")
    if parts.scheme in DANGEROUS or not SCHEME.fullmatch(parts.scheme):
        raise InvalidRedirect("Programs are not sent to such addresses.")
    if parts.scheme in {"http", "https"} and not parts.hostname:
        raise InvalidRedirect("The address names no host.")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise InvalidRedirect("Outside of this machine, an address must be https.")
    return uri


def is_one_of(uri: str, registered: list[str]) -> bool:
    """Exactly; on this machine, whatever the port (RFC 8252)."""
    if uri in registered:
        return True
    return any(_without_port(uri) == _without_port(known) != "" for known in registered)


def _without_port(uri: str) -> str:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        return ""
    return urlunsplit(("http", parts.hostname, parts.path, parts.query, parts.fragment))


def with_answer(uri: str, **answer: str) -> str:
    parts = urlsplit(uri)
    query = "&".join(filter(None, [parts.query, urlencode(answer)]))
    return urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))


def csp_source(uri: str) -> str:
    """What a policy for forms calls the place that a form's answer leads to."""
    parts = urlsplit(uri)
    if parts.scheme in {"http", "https"}:
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}:"
