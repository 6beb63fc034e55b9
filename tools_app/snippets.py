"""A call of a tool, written out for other places: ready to paste, with the key left outside."""

import json
import pprint
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Snippet:
    """`note` says where the code goes; `more` is further code, each piece with its heading."""

    key: str
    label: str
    code: str
    note: str = ""
    more: tuple[tuple[str, str], ...] = ()


def snippets(*, site: str, name: str, tool: str, payload: dict[str, Any]) -> list[Snippet]:
    """The same call in each language and for MCP clients. The API key is read from TENON_KEY.

    `site` is the address of the workspace and `name` what a client is to call it.
    """
    url = f"{site}/api/tools/{tool}/run"
    made = [Snippet(key, label, write(url, {"input": payload})) for key, label, write in WRITERS]
    return [*made, _mcp(site, name, tool, payload)]


def _mcp(site: str, name: str, tool: str, payload: dict[str, Any]) -> Snippet:
    """The settings that most MCP clients read; the same tools are there under their slugs."""
    headers = {"Authorization": "Bearer ${TENON_KEY}"}
    server = {"type": "http", "url": f"{site}/mcp", "headers": headers}
    return Snippet(
        "mcp",
        "MCP",
        json.dumps({"mcpServers": {name: server}}, indent=2) + "\n",
        note=f"For the settings of an MCP client. There the tool is called {tool}.",
        more=(("Arguments", json.dumps(payload, indent=2, ensure_ascii=False) + "\n"),),
    )


def _curl(url: str, body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=False)
    return (
        f"curl -sS -X POST {shlex.quote(url)} \\\n"
        '  -H "Authorization: Bearer $TENON_KEY" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        f"  -d {shlex.quote(text)}\n"
    )


def _python(url: str, body: dict[str, Any]) -> str:
    literal = pprint.pformat(body, sort_dicts=False, width=88)
    return f"""import json
import os
import urllib.request

body = {literal}
request = urllib.request.Request(
    {json.dumps(url)},
    data=json.dumps(body).encode(),
    headers={{
        "Authorization": "Bearer " + os.environ["TENON_KEY"],
        "Content-Type": "application/json",
    }},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
"""


def _javascript(url: str, body: dict[str, Any]) -> str:
    literal = json.dumps(body, indent=2, ensure_ascii=False)
    return f"""const body = {literal};

const response = await fetch({json.dumps(url)}, {{
  method: "POST",
  headers: {{
    "Authorization": `Bearer ${{process.env.TENON_KEY}}`,
    "Content-Type": "application/json",
  }},
  body: JSON.stringify(body),
}});
console.log(await response.json());
"""


WRITERS: list[tuple[str, str, Callable[[str, dict[str, Any]], str]]] = [
    ("curl", "cURL", _curl),
    ("python", "Python", _python),
    ("javascript", "JavaScript", _javascript),
]
