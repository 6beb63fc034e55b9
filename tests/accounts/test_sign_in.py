from django.test import Client

from accounts.throttles import TRIES_AN_ACCOUNT
from tests.conftest import PASSWORD, Person, email_of

ALICE = {"email": email_of("Alice"), "password": PASSWORD}


def test_the_right_password_opens_the_home_page(visitor: Client, alice: Person) -> None:
    response = visitor.post("/sign-in", ALICE, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "Alice" in response.content.decode()


def test_the_address_is_not_case_sensitive(visitor: Client, alice: Person) -> None:
    response = visitor.post("/sign-in", {**ALICE, "email": "ALICE@Example.com"})
    assert response.status_code == 302


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(
    visitor: Client, alice: Person
) -> None:
    wrong = visitor.post("/sign-in", {**ALICE, "password": "not this one"})
    unknown = visitor.post("/sign-in", {**ALICE, "email": "nobody@example.com"})
    assert wrong.status_code == unknown.status_code == 400
    for response in (wrong, unknown):
        assert "The e-mail or the password is wrong." in response.content.decode()


def test_somebody_of_another_tenant_is_unknown_here(visitor: Client, dana: Person) -> None:
    response = visitor.post("/sign-in", {"email": dana.user.email, "password": PASSWORD})
    assert response.status_code == 400


def test_too_many_tries_are_told_how_long_to_wait(visitor: Client, alice: Person) -> None:
    wrong = {**ALICE, "password": "not this one"}
    for _ in range(TRIES_AN_ACCOUNT):
        assert visitor.post("/sign-in", wrong).status_code == 400
    refused = visitor.post("/sign-in", ALICE)
    assert refused.status_code == 429
    assert "Try again in 15 minutes." in refused.content.decode()


def test_signing_in_forgives_earlier_mistakes(visitor: Client, alice: Person) -> None:
    for _ in range(3):
        for _ in range(TRIES_AN_ACCOUNT - 1):
            visitor.post("/sign-in", {**ALICE, "password": "not this one"})
        assert visitor.post("/sign-in", ALICE).status_code == 302
        visitor.post("/sign-out")


def test_one_address_cannot_try_many_accounts(visitor: Client, alice: Person) -> None:
    answers = [
        visitor.post("/sign-in", {"email": f"a{n}@example.com", "password": "x"}).status_code
        for n in range(32)
    ]
    assert answers == [400] * 30 + [429] * 2


def test_next_leads_back_but_never_to_another_host(visitor: Client, alice: Person) -> None:
    inside = visitor.post("/sign-in", {**ALICE, "next": "/keys"})
    assert inside["Location"] == "/keys"
    visitor.post("/sign-out")
    for outside in ("https://evil.example/", "//evil.example/", "http://ims.localhost/"):
        response = visitor.post("/sign-in", {**ALICE, "next": outside})
        assert response["Location"] == "/"
        visitor.post("/sign-out")


def test_signing_out_ends_the_session(alice: Person) -> None:
    browser = alice.browser()
    cookies = browser.cookies.output()
    browser.post("/sign-out")
    stolen = Client(HTTP_HOST=alice.host)
    stolen.cookies.load(cookies.replace("Set-Cookie: ", ""))
    assert stolen.get("/").status_code == 302


def test_signing_out_takes_a_post(alice: Person) -> None:
    browser = alice.browser()
    assert browser.get("/sign-out").status_code == 405
    assert browser.get("/").status_code == 200


def test_the_session_cookie_is_for_this_host_only(visitor: Client, alice: Person) -> None:
    cookie = visitor.post("/sign-in", ALICE).cookies["session"]
    assert cookie["domain"] == ""
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_a_password_is_kept_as_argon2(alice: Person) -> None:
    assert alice.user.password.startswith("argon2")
