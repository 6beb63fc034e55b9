"""A program that a person connects, step by step, over the front door."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from tests.conftest import Person
from tests.tools_app.mcp.calling import OLD, Caller

REDIRECT = "http://127.0.0.1:33418/callback"
RESOURCE = "http://acme.localhost/mcp"
VERIFIER = "v" * 64


def challenge_of(verifier: str) -> str:
    return (
        base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    )


@dataclass
class Program:
    host: str = "acme.localhost"
    name: str = "An assistant"
    redirect: str = REDIRECT
    client_id: str = ""
    http: Client = field(init=False)

    def __post_init__(self) -> None:
        self.http = Client(HTTP_HOST=self.host)

    def register(self, **described: Any) -> Any:
        body = {"client_name": self.name, "redirect_uris": [self.redirect], **described}
        response = self.http.post("/oauth/register", json.dumps(body), "application/json")
        if response.status_code == 201:
            self.client_id = response.json()["client_id"]
        return response

    def address(self, **changes: str | None) -> str:
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
            "resource": f"http://{self.host}/mcp",
            "scope": "tools:execute offline_access",
            "state": "s1",
            **changes,
        }
        return "/oauth/authorize?" + urlencode({k: v for k, v in query.items() if v is not None})

    def agreed(self, person: Person, **changes: str | None) -> dict[str, str]:
        """What the browser is sent back with."""
        response = person.browser().post(self.address(**changes), {"decision": "allow"})
        assert response.status_code == 302, response.content
        return {k: v[0] for k, v in parse_qs(urlsplit(response["Location"]).query).items()}

    def ask(self, **form: str) -> Any:
        return self.http.post("/oauth/token", {"client_id": self.client_id, **form})

    def exchange(self, code: str, /, **changes: str) -> Any:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": VERIFIER,
            "redirect_uri": self.redirect,
            "resource": f"http://{self.host}/mcp",
        }
        return self.ask(**{**form, **changes})

    def connect(self, person: Person, **changes: str | None) -> dict[str, Any]:
        """All of it: registered, agreed to, exchanged."""
        if not self.client_id:
            self.register()
        found: dict[str, Any] = self.exchange(self.agreed(person, **changes)["code"]).json()
        return found

    def refresh(self, token: str, **changes: str) -> Any:
        return self.ask(grant_type="refresh_token", refresh_token=token, **changes)

    def caller(self, access: str, version: str = OLD) -> Caller:
        headers = {"authorization": f"Bearer {access}"}
        return Caller(Client(HTTP_HOST=self.host, headers=headers), version)
