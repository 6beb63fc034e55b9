"""The page that says how to connect a client."""

import html
import json
import tomllib

import pytest

from accounts.models import ApiKey
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.mcp.calling import Caller
from tools_app.mcp.setups import setups


def test_a_key_made_in_place_is_shown_once_and_is_in_everything(bob: Person) -> None:
    browser = bob.browser()
    before = browser.get("/connect").content.decode()
    assert "TENON_KEY" in before
    made = browser.post("/connect", {"name": "My laptop", "expires": "90"})
    assert made.status_code == 200
    assert "no-store" in made["Cache-Control"]
    page = html.unescape(made.content.decode())
    secret = page.split('aria-label="API key"')[0].rsplit('value="', 1)[1].split('"')[0]
    assert secret.startswith("tnn_")
    assert "TENON_KEY" not in page
    assert page.count(f"Bearer {secret}") == 6
    assert secret not in browser.get("/connect").content.decode()
    with tenant_context("acme"):
        key = ApiKey.objects.get(name="My laptop")
        assert (key.scopes, key.user_id) == (["tools:execute"], bob.user.pk)
        assert key.expires_at
    headers = {"authorization": f"Bearer {secret}"}
    caller = Caller(type(browser)(HTTP_HOST=bob.host, headers=headers))
    assert "quick-score" in [tool["name"] for tool in caller("tools/list")["tools"]]


def test_what_is_wrong_with_it_is_said_and_what_was_typed_is_kept(bob: Person) -> None:
    wrong = bob.browser().post("/connect", {"name": "Kept", "expires": "1000"})
    assert wrong.status_code == 400
    assert 'value="Kept"' in wrong.content.decode()
    with tenant_context("acme"):
        assert not ApiKey.objects.exists()


@pytest.mark.parametrize("key", ["", "tnn_a-key"])
def test_every_setup_is_in_its_clients_language(key: str) -> None:
    made = {
        each.key: each.code for each in setups(url="https://a.example/mcp", name="tenon-a", key=key)
    }
    for name in ("cursor", "vscode", "json"):
        (servers,) = json.loads(made[name]).values()
        assert servers["tenon-a"]["url"] == "https://a.example/mcp"
        if key:
            assert servers["tenon-a"]["headers"] == {"Authorization": f"Bearer {key}"}
    codex = tomllib.loads(made["codex"])["mcp_servers"]["tenon-a"]
    bearer = {"http_headers": {"Authorization": f"Bearer {key}"}}
    assert codex == {
        "url": "https://a.example/mcp",
        **(bearer if key else {"bearer_token_env_var": "TENON_KEY"}),
    }
    assert ("--header" in made["claude"]) is bool(key)
