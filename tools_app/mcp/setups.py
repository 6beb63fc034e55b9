"""What to paste into which client."""

import json
import shlex
from dataclasses import dataclass

KEY = "TENON_KEY"


@dataclass(frozen=True)
class Setup:
    key: str
    label: str
    words: str
    code: str


def setups(*, url: str, name: str) -> list[Setup]:
    """A client that can signs in by itself; for the others the key is read from TENON_KEY."""
    bearer = f"Bearer ${{{KEY}}}"
    return [
        Setup(
            "claude",
            "Claude",
            "In a terminal with Claude Code; then /mcp signs you in. In Claude’s settings, add the address above as a custom connector.",
            f"claude mcp add --transport http {shlex.quote(name)} {shlex.quote(url)}\n",
        ),
        Setup(
            "cursor",
            "Cursor",
            "Into .cursor/mcp.json. Cursor asks you to sign in when it connects.",
            _json({"mcpServers": {name: {"url": url}}}),
        ),
        Setup(
            "vscode",
            "VS Code",
            "Into .vscode/mcp.json. VS Code asks you to sign in when it starts the server.",
            _json({"servers": {name: {"type": "http", "url": url}}}),
        ),
        Setup(
            "codex",
            "Codex",
            f"Into ~/.codex/config.toml, with an API key in {KEY}.",
            f"[mcp_servers.{name}]\nurl = {json.dumps(url)}\nbearer_token_env_var = {json.dumps(KEY)}\n",
        ),
        Setup(
            "json",
            "Any other",
            f"Clients that take headers: an API key in {KEY} instead of signing in.",
            _json(
                {
                    "mcpServers": {
                        name: {"type": "http", "url": url, "headers": {"Authorization": bearer}}
                    }
                }
            ),
        ),
        Setup("curl", "curl", f"To see that it answers, with an API key in {KEY}.", _curl(url)),
    ]


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


def _curl(url: str) -> str:
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    return (
        f"curl -sS {shlex.quote(url)} \\\n"
        f'  -H "Authorization: Bearer ${KEY}" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        '  -H "Accept: application/json, text/event-stream" \\\n'
        f"  -d {shlex.quote(message)}\n"
    )
