"""The mails that the product's worker writes as files."""

import time
from email import message_from_string, policy
from email.message import EmailMessage

from tests.browser.server import Server

PATIENCE = 10.0


def link_mailed_to(address: str, server: Server, *, to: str) -> str:
    """The link to such a page in a mail to this address, which the worker writes a moment later.
    They may get mails about other things too."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for mail in _mails(server):
            if mail["To"] == address and to in (link := _link(str(mail.get_content()))):
                return link
        time.sleep(0.1)
    raise AssertionError(f"No mail to {address} with a link to {to} within {PATIENCE} seconds")


def _link(text: str) -> str:
    return next((word for word in text.split() if word.startswith("http")), "")


def _mails(server: Server) -> list[EmailMessage]:
    files = sorted((server.data / "mail").glob("*.log"))
    return [message_from_string(file.read_text(), policy=policy.default) for file in files]
