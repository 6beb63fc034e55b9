"""The pages of a group's session."""

import html
import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from sessions_app.feeds import hub
from tests.conftest import Meet, Person
from tests.together.groups import answer, score, start, together

FORM = {"_row": "/criteria/0", "/criteria/0/name": "Fit", "/criteria/0/weight": "1"}
SETTINGS = {"title": "Which supplier?", "join": "team", "answers": "named", "min_group": "1"}
NEW = "/tools/quick-score/session/new"


def _text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def _page(session: str) -> str:
    return f"/tools/quick-score/session/{session}"


def test_a_session_is_started_from_the_page_of_the_tool(alice: Person, bob: Person) -> None:
    browser = alice.browser()
    assert NEW in _text(browser.get("/tools/quick-score"))
    assert NEW not in _text(browser.get("/tools/roi-calculator"))
    config = {f"config:{name}": value for name, value in FORM.items()}
    config["config:_row"] = config.pop("config:_row")
    made = browser.post(NEW, {**SETTINGS, **config})
    assert made.status_code == 303, made.content
    page = _text(bob.browser().get(made["Location"]))
    assert "Which supplier?" in page
    assert 'value="Fit"' in page, "what the creator filled in"
    assert "Close the session" not in page, "not Bob's to close"
    assert "Close the session" in _text(browser.get(made["Location"]))


def test_faulty_settings_keep_what_was_typed(alice: Person) -> None:
    refused = alice.browser().post(NEW, {**SETTINGS, "join": "people", "min_group": "0"})
    page = _text(refused)
    assert refused.status_code == 400
    assert "No session was started yet" in page
    assert 'value="Which supplier?"' in page


def test_a_row_is_added_to_the_first_values_without_script(alice: Person) -> None:
    page = _text(alice.browser().post(NEW, {**SETTINGS, "config:_add": "/criteria"}))
    assert 'name="config:/criteria/1/name"' in page or 'name="config:/criteria/0/name"' in page


def test_a_member_answers_on_the_page(alice: Person, bob: Person) -> None:
    session = start(alice)
    browser = bob.browser()
    assert browser.post(_page(session), {**FORM, "/criteria/0/score": "many"}).status_code == 400
    sent = browser.post(_page(session), {**FORM, "/criteria/0/score": "7"})
    assert (sent.status_code, sent["Location"]) == (303, _page(session))
    assert together(alice.browser(), session)["count"] == 1
    page = _text(browser.get(_page(session)))
    assert "Change my answer" in page
    assert "Mean scores" in page, "a chart"


def test_the_page_asks_only_for_what_is_new(
    alice: Person, bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session = start(alice)
    browser = bob.browser()
    first = browser.get(f"{_page(session)}/live")
    version = re.search(r'data-version="(\d+)"', first.content.decode())
    assert version
    asked = f"{_page(session)}/live?seen={version[1]}"
    assert browser.get(asked).status_code == 204
    answer(alice.browser(), session, score(3))
    assert "1 answer" in _text(browser.get(asked))
    with django_assert_num_queries(4):
        # The tenant, who is asking (two), the session: what is drawn was drawn already.
        browser.get(asked)


def test_what_is_new_is_streamed_as_the_page_shows_it(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its thread would see nothing of this test's transaction.
    monkeypatch.setattr(hub, "_start", lambda: None)
    session = start(alice, answers="hidden")
    answer(bob.browser(), session, score(9))
    streamed: Any = alice.browser().get(f"{_page(session)}/stream?seen=1")
    assert streamed["Content-Type"] == "text/event-stream"
    chunks = iter(streamed.streaming_content)
    assert next(chunks).startswith(b"retry")
    text = next(chunks).decode()
    streamed.close()
    assert text.startswith("id: 4\nevent: shown\ndata: ")
    assert "1 answer" in text
    assert "9" not in re.findall(r"<dd>(.*?)</dd>", text), "no answer that is not shown"


def test_a_closed_session_shows_its_result_and_no_form_to_send(alice: Person, bob: Person) -> None:
    session = start(alice)
    answer(bob.browser(), session)
    assert bob.browser().post(f"{_page(session)}/complete").status_code == 403
    alice.browser().post(f"{_page(session)}/complete")
    page = _text(bob.browser().get(_page(session)))
    assert "takes no more answers" in page
    assert "Change my answer" not in page
    late = bob.browser().post(_page(session), {**FORM, "/criteria/0/score": "7"})
    assert late.status_code == 409


def test_the_link_is_made_and_revoked_on_the_page(alice: Person) -> None:
    session = start(alice)
    browser = alice.browser()
    made = browser.post(f"{_page(session)}/share", {"expires": "7", "submission_limit": "5"})
    assert "/join/" in _text(made)
    assert "no-store" in made["Cache-Control"]
    assert "for at most 5 answers" in _text(browser.get(_page(session)))
    browser.post(f"{_page(session)}/share/revoke")
    assert "There is no share link" in _text(browser.get(_page(session)))


def test_answers_are_exported_as_far_as_they_are_shown(alice: Person, bob: Person) -> None:
    named, hidden = start(alice), start(alice, answers="hidden")
    for session in (named, hidden):
        answer(bob.browser(), session, score(7))
    table = bob.browser().get(f"{_page(named)}/answers.csv").content.decode("utf-8-sig")
    head, row = table.strip().splitlines()
    assert head.startswith("participant,answered,input.criteria.0.name")
    assert row.startswith("Bob,")
    assert "7" in row
    secret = alice.browser().get(f"{_page(hidden)}/answers.csv").content.decode("utf-8-sig")
    assert secret.splitlines()[0] == "participant,answered"
    over_rest = bob.program("tools:execute").get(f"/api/group-sessions/{named}/answers.csv")
    assert over_rest["Content-Type"] == "text/csv; charset=utf-8"
    assert over_rest.content.decode("utf-8-sig") == table


def test_what_the_answers_say_together_is_printed(alice: Person, bob: Person) -> None:
    session = start(alice, title="Which supplier?", min_group=2)
    answer(bob.browser(), session, score(7))
    early = bob.browser().get(f"{_page(session)}/result.pdf")
    assert early.status_code == 409, "one answer would be that answer"
    refused = bob.program("tools:execute").get(f"/api/group-sessions/{session}/result.pdf")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_print")
    answer(alice.browser(), session, score(8))
    printed = bob.browser().get(f"{_page(session)}/result.pdf")
    assert printed["Content-Type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF-")
    over_rest = bob.program("tools:execute").get(f"/api/group-sessions/{session}/result.pdf")
    assert over_rest["Content-Type"] == "application/pdf"
    assert over_rest["Content-Disposition"].endswith(f'quick-score-{session}.pdf"')
    assert over_rest.content.startswith(b"%PDF-")


class TestLog:
    def test_sessions_are_listed_and_filtered(self, alice: Person, bob: Person) -> None:
        session = start(bob, title="Ours")
        start(alice, title="Mine", join="people", people=[str(alice.user.pk)])
        page = _text(bob.browser().get("/sessions"))
        assert "Ours" in page
        assert "Mine" not in page
        assert "Mine" in _text(alice.browser().get("/sessions?type=response&status=running"))
        assert "No session fits" in _text(alice.browser().get("/sessions?status=failed"))
        assert f"/sessions/{session}" in page

    def test_a_log_is_read_in_words_with_runs_folded(self, alice: Person, bob: Person) -> None:
        session = start(alice)
        for value in (3, 4):
            answer(bob.browser(), session, score(value))
        alice.browser().post(f"{_page(session)}/complete")
        page = _text(alice.browser().get(f"/sessions/{session}"))
        found = re.findall(r'events__label">([^<]+)<', page)
        assert found[0] == "Opened the session"
        assert found.count("Ran Quick score") == 2
        assert "Changed the answer" in found
        assert "Closed the session with 1 answer" in found

    def test_the_answers_of_others_are_not_read_in_the_log(
        self, bob: Person, meet: Meet, alice: Person
    ) -> None:
        erin = meet("Erin", "acme")
        session = start(erin, answers="hidden")
        secret = {"criteria": [{"name": "Very secret", "weight": 1, "score": 8}]}
        answer(bob.browser(), session, secret)
        assert "Very secret" not in _text(erin.browser().get(f"/sessions/{session}"))
        assert "Very secret" in _text(bob.browser().get(f"/sessions/{session}"))
        assert "Very secret" in _text(alice.browser().get(f"/sessions/{session}")), "an admin"

    def test_the_log_is_verified(self, alice: Person, bob: Person) -> None:
        session = start(alice)
        answer(bob.browser(), session)
        page = _text(bob.browser().post(f"/sessions/{session}/verify"))
        assert "The log is whole" in page
        assert "All 4 events" in page

    def test_what_is_not_ones_own_is_not_there(self, bob: Person, dana: Person) -> None:
        session = start(bob, join="link")
        assert dana.browser().get(f"/sessions/{session}").status_code == 404
