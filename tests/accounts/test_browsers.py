"""A program with a key takes a shorter way than a browser, with the same answers."""

from django.test import Client

from tests.conftest import Person


def test_a_key_needs_no_csrf_token_and_gets_no_session(bob: Person) -> None:
    program = Client(
        HTTP_HOST=bob.host,
        headers={"authorization": f"Bearer {bob.key('tools:execute')}"},
        enforce_csrf_checks=True,
    )
    body = {"input": {"criteria": [{"name": "Fit", "weight": 1, "score": 5}]}}
    answer = program.post("/api/tools/quick-score/run", body, content_type="application/json")
    assert answer.status_code == 200
    assert answer.cookies == {}


def test_a_session_beside_a_wrong_key_lets_nobody_in(bob: Person) -> None:
    browser = bob.browser()
    assert browser.get("/api/me").status_code == 200
    answer = browser.get("/api/me", headers={"authorization": "Bearer tnn_wrong"})
    assert answer.status_code == 401


def test_a_page_asked_with_a_key_is_a_page_for_visitors(bob: Person) -> None:
    answer = bob.program("tools:execute").get("/tools")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in")


def test_a_session_still_needs_its_csrf_token(bob: Person) -> None:
    browser = bob.browser()
    browser.handler.enforce_csrf_checks = True
    answer = browser.post("/api/tools/quick-score/run", {}, content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "permission_denied"
