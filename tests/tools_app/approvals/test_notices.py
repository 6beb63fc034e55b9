"""Who is told that something waits, and how a receiver knows that it was us."""

import hashlib
import hmac
import json
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.core import mail

from tenants.context import tenant_context
from tests.conftest import Person
from tests.serving import ok, serving
from tests.tools_app.approvals.changing import VALERY, ask, call, changing
from tools_app.approvals.tasks import mail_proposal, tell_webhook
from tools_app.approvals.webhooks import NotDelivered


@pytest.fixture(autouse=True)
def _tools() -> Any:
    with changing():
        yield


def _mail(proposal_id: str) -> list[str]:
    with tenant_context("acme"):
        mail_proposal(tenant="acme", proposal_id=proposal_id)
    found = sorted(address for message in mail.outbox for address in message.to)
    mail.outbox.clear()
    return found


def _rules(person: Person, **rules: str) -> Any:
    given = {"own": "allowed", "mail": "approvers", "webhook_url": "", **rules}
    return call(person.browser(), "PUT", "/api/approvals/rules", given)


def test_those_who_may_approve_get_one_mail_in_five_minutes(bob: Person) -> None:
    first, second = ask(bob), ask(bob)
    with tenant_context("acme"):
        mail_proposal(tenant="acme", proposal_id=first.id)
    body = mail.outbox[0].body
    assert "Rename Charlie to Valery" in body
    assert f"/approvals/{first.id}" in body
    told = sorted(address for message in mail.outbox for address in message.to)
    assert told == [f"{name}@example.com" for name in ("adam", "alice", "bob", "erin")]
    mail.outbox.clear()
    assert _mail(second.id) == []


@pytest.mark.parametrize(("whom", "told"), [("person", ["bob@example.com"]), ("nobody", [])])
def test_the_workspace_says_who_is_told(
    bob: Person, alice: Person, whom: str, told: list[str]
) -> None:
    _rules(alice, mail=whom)
    assert _mail(ask(bob).id) == told


def test_a_webhook_gets_a_signed_post_without_the_arguments(
    bob: Person, alice: Person, settings: Any
) -> None:
    bodies: list[bytes] = []

    def take(handler: BaseHTTPRequestHandler) -> None:
        bodies.append(handler.rfile.read(int(handler.headers["Content-Length"])))
        ok(handler)

    with serving(take) as (port, seen):
        settings.OUTBOUND_ALLOW = f"hooks.test:{port}, 127.0.0.1:{port}, localhost:{port}"
        saved = _rules(alice, webhook_url=f"http://localhost:{port}/hook")
        assert saved.status_code == 200, saved.content
        secret = saved.json()["webhook_secret"]
        asked = ask(bob, payload={**VALERY, "code": "hunter2"})
        with tenant_context("acme"):
            tell_webhook(tenant="acme", proposal_id=asked.id, event="proposal.created")
    sent = json.loads(bodies[0])
    assert (sent["event"], sent["proposal_id"]) == ("proposal.created", asked.id)
    assert "hunter2" not in bodies[0].decode()
    when, _, signature = seen[0].headers["X-Tenon-Signature"].partition(",v1=")
    seconds = when.removeprefix("t=").encode()
    expected = hmac.new(secret.encode(), seconds + b"." + bodies[0], hashlib.sha256).hexdigest()
    assert signature == expected


def test_a_webhook_that_fails_is_tried_again(bob: Person, alice: Person, settings: Any) -> None:
    def refuse(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(500)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with serving(refuse) as (port, _):
        settings.OUTBOUND_ALLOW = f"localhost:{port}"
        _rules(alice, webhook_url=f"http://localhost:{port}/hook")
        asked = ask(bob)
        with tenant_context("acme"), pytest.raises(NotDelivered, match="500"):
            tell_webhook.run(tenant="acme", proposal_id=asked.id, event="proposal.created")


@pytest.mark.parametrize(
    "url", ["http://example.com/x", "https://127.0.0.1/x", "https://db.internal/"]
)
def test_a_webhook_inside_or_in_the_clear_is_refused(alice: Person, url: str) -> None:
    refused = _rules(alice, webhook_url=url)
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["pointer"] == "/webhook_url"
