"""What to paste into which client."""

import json
import shlex
from dataclasses import dataclass
from typing import Any

KEY = "TENON_KEY"


@dataclass(frozen=True)
class Setup:
    key: str
    label: str
    words: str
    code: str


def setups(*, url: str, name: str, key: str = "") -> list[Setup]:
    """A client that can signs in by itself; for the others the key is read from TENON_KEY. With a
    `key`, it is in all of them, and nobody signs in."""
    server: dict[str, Any] = {"url": url, **_headers(key)} if key else {"url": url}
    headers = _headers(key or f"${{{KEY}}}")
    within = "" if key else f", with an API key in {KEY}"
    return [
        Setup(
            "claude",
            "Claude",
            _words(
                "In a terminal with Claude Code",
                "; then /mcp signs you in. In Claude’s settings, add the address above as a custom connector",
                key,
            ),
            _claude(url, name, key),
        ),
        Setup(
            "cursor",
            "Cursor",
            _words("Into .cursor/mcp.json", ". Cursor asks you to sign in when it connects", key),
            _json({"mcpServers": {name: server}}),
        ),
        Setup(
            "vscode",
            "VS Code",
            _words(
                "Into .vscode/mcp.json",
                ". VS Code asks you to sign in when it starts the server",
                key,
            ),
            _json({"servers": {name: {"type": "http", **server}}}),
        ),
        Setup("codex", "Codex", f"Into ~/.codex/config.toml{within}.", _codex(url, name, key)),
        Setup(
            "json",
            "Any other",
            f"Clients that take headers{within}.",
            _json({"mcpServers": {name: {"type": "http", "url": url, **headers}}}),
        ),
        Setup("curl", "curl", f"To see that it answers{within}.", _curl(url, key)),
    ]


def _words(where: str, then: str, key: str) -> str:
    return f"{where}{'' if key else then}."


def _headers(key: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {key}"}}


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


def _claude(url: str, name: str, key: str) -> str:
    command = f"claude mcp add --transport http {shlex.quote(name)} {shlex.quote(url)}"
    return f'{command} \\\n  --header "Authorization: Bearer {key}"\n' if key else f"{command}\n"


def _codex(url: str, name: str, key: str) -> str:
    bearer = (
        f"http_headers = {{ Authorization = {json.dumps(f'Bearer {key}')} }}"
        if key
        else f"bearer_token_env_var = {json.dumps(KEY)}"
    )
    return f"[mcp_servers.{name}]\nurl = {json.dumps(url)}\n{bearer}\n"


def _curl(url: str, key: str) -> str:
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    return (
        f"curl -sS {shlex.quote(url)} \\\n"
        f'  -H "Authorization: Bearer {key or f"${KEY}"}" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        '  -H "Accept: application/json, text/event-stream" \\\n'
        f"  -d {shlex.quote(message)}\n"
    )
