"""Share links: what a guest may do with one, and what nobody can do without."""

import secrets
from typing import Any

import pytest
from django.test import Client

from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.together.groups import answer, guest, score, send, share, start, together
from together.models import ShareLink, Submission
from together.tokens import GUESSES_AN_ADDRESS

FORM = {"_row": "/criteria/0", "/criteria/0/name": "Fit", "/criteria/0/weight": "1"}


def _answer(browser: Client, path: str, value: str = "8") -> Any:
    return browser.post(path, {**FORM, "/criteria/0/score": value})


def test_a_guest_says_a_name_and_answers(alice: Person, bob: Person) -> None:
    session = start(alice, title="Which supplier?")
    path = share(alice, session)
    browser = Client(HTTP_HOST="acme.localhost")
    welcome = browser.get(path).content.decode()
    assert "Which supplier?" in welcome
    assert "Your name" in welcome
    named = browser.post(path, {"name": "  Gina \u202e Guest "})
    assert named.status_code == 303
    assert named.cookies["guest"]["path"] == path
    assert "You are Gina Guest" in browser.get(path).content.decode()
    assert _answer(browser, path).status_code == 303
    answer(bob.browser(), session, score(4))
    page = browser.get(path).content.decode()
    assert "Gina Guest (guest)" in page
    assert "2 answers" in page
    assert together(alice.browser(), session)["output"]["summary"]["mean"] == 6
    with tenant_context("acme"):
        started = SessionEvent.objects.get(type="tool.started", actor_kind="share")
        assert started.actor_label == "Gina Guest (guest)"


def test_a_guest_answers_once_and_may_change_it(alice: Person) -> None:
    session = start(alice)
    path = share(alice, session)
    gina, gus = guest(path), guest(path, "Gus")
    for value in ("2", "9"):
        _answer(gina, path, value)
    _answer(gus, path, "5")
    assert together(alice.browser(), session)["count"] == 2
    assert together(alice.browser(), session)["output"]["summary"]["mean"] == 7


def test_wrong_input_comes_back_into_the_form(alice: Person) -> None:
    path = share(alice, start(alice))
    refused = _answer(guest(path), path, "ninety")
    page = refused.content.decode()
    assert refused.status_code == 400
    assert "Nothing was counted yet" in page
    assert 'value="ninety"' in page


def test_a_link_opens_its_session_and_nothing_else(alice: Person) -> None:
    session, other = start(alice, title="Ours"), start(alice, title="Other")
    path, other_path = share(alice, session), share(alice, other)
    gina = guest(path)
    for elsewhere in ("/tools", "/sessions", f"/tools/quick-score/session/{session}"):
        assert gina.get(elsewhere).status_code == 302, "to the sign-in page"
    for elsewhere in ("/api/me", f"/api/group-sessions/{session}", "/api/tools"):
        assert gina.get(elsewhere).status_code == 401
    # The cookie of one link says nothing at another.
    gina.cookies["guest"]["path"] = other_path
    page = gina.get(other_path).content.decode()
    assert "Your name" in page
    assert gina.get(f"{other_path}/live").status_code == 404


def test_the_link_is_shown_once_and_only_its_hash_is_kept(alice: Person) -> None:
    session = start(alice)
    path = share(alice, session)
    token = path.rsplit("/", 1)[1]
    assert len(token) >= 43, "256 bits"
    with tenant_context("acme"):
        kept = ShareLink.objects.values().get()
        events = list(SessionEvent.objects.values_list("payload", flat=True))
    assert token not in str(kept)
    assert token not in str(events)
    facts = alice.browser().get(f"/api/group-sessions/{session}/share")
    assert token not in facts.content.decode()
    page = alice.browser().get(f"/tools/quick-score/session/{session}").content.decode()
    assert token not in page


def test_a_link_of_another_workspace_opens_nothing(alice: Person, dana: Person) -> None:
    path = share(alice, start(alice))
    assert Client(HTTP_HOST="ims.localhost").get(path).status_code == 404
    assert guest(path).get(path, headers={"host": "ims.localhost"}).status_code == 404


def test_guesses_are_throttled_and_let_nobody_in(alice: Person) -> None:
    path = share(alice, start(alice))
    browser = Client(HTTP_HOST="acme.localhost")
    tries = [
        browser.get(f"/join/{secrets.token_urlsafe(32)}").status_code
        for _ in range(GUESSES_AN_ADDRESS + 5)
    ]
    assert tries == [404] * GUESSES_AN_ADDRESS + [429] * 5
    assert browser.get(path).status_code == 200, "who has the link is let in all the same"


def test_a_guest_is_refused_at_once_when_the_link_is_revoked(alice: Person) -> None:
    session = start(alice)
    path = share(alice, session)
    gina = guest(path)
    assert gina.get(f"{path}/live").status_code == 200
    send(alice.browser(), "DELETE", f"/api/group-sessions/{session}/share")
    assert gina.get(path).status_code == 404
    assert gina.get(f"{path}/live").status_code == 404
    assert _answer(gina, path).status_code == 404


def test_a_link_takes_no_more_answers_than_it_may(alice: Person) -> None:
    session = start(alice)
    path = share(alice, session, submission_limit=1)
    gina, gus = guest(path), guest(path, "Gus")
    assert _answer(gina, path).status_code == 303
    refused = _answer(gus, path)
    assert refused.status_code == 409
    assert "as many answers as it may" in refused.content.decode()
    assert _answer(gina, path, "3").status_code == 303, "changing an answer takes no more room"


@pytest.mark.parametrize("options", [{"submission_limit": 0}, {"expires_at": "2020-01-01T00:00Z"}])
def test_a_link_needs_sensible_limits(alice: Person, options: dict[str, Any]) -> None:
    path = f"/api/group-sessions/{start(alice)}/share"
    assert send(alice.browser(), "POST", path, options).status_code == 400


def test_only_the_creator_or_an_administrator_shares(
    alice: Person, bob: Person, adam: Person
) -> None:
    path = f"/api/group-sessions/{start(alice)}/share"
    assert send(bob.browser(), "POST", path).status_code == 403
    assert send(adam.browser(), "POST", path).status_code == 201


def test_many_guests_are_each_counted_once(alice: Person) -> None:
    """Two hundred at once are measured by `make bench`."""
    session = start(alice)
    path = share(alice, session)
    for number in range(20):
        browser = guest(path, f"Guest {number}")
        assert _answer(browser, path, str(number % 11)).status_code == 303
    found = together(alice.browser(), session)
    assert (found["count"], found["output"]["summary"]["n"]) == (20, 20)
    with tenant_context("acme"):
        assert Submission.objects.count() == 20
        assert SessionEvent.objects.filter(type="session.submitted").count() == 20
