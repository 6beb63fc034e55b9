"""The protocol's inspector as a program: lists, calls, is refused, and reads what it got."""

import json
import subprocess
import sys
from typing import Any

CRITERIA = json.dumps([{"name": "Fit", "weight": 3, "score": 8}])
SECONDS = 60


class Unexpected(Exception):
    """The inspector saw something else than it should."""


def inspect(node: str, program: str, url: str) -> None:
    """Raises `Unexpected` with what it saw."""

    def ask(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [node, program, "--cli", url, "--transport", "http", "--method", *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=SECONDS)

    def answer(*arguments: str) -> Any:
        done = ask(*arguments)
        try:
            return json.loads(done.stdout)
        except ValueError as error:
            raise Unexpected(f"{arguments}: {done.stdout}{done.stderr}") from error

    # Its own opinion of whether every client can use the schemas.
    strict = ask("tools/list", "--strict")
    _expect(strict.returncode == 0, strict.stderr)
    listed = {tool["name"]: tool for tool in json.loads(strict.stdout)["tools"]}
    _expect("quick-score" in listed and "check_run" in listed, listed)
    call = ("tools/call", "--tool-name", "quick-score", "--tool-arg")
    given = answer(*call, f"criteria={CRITERIA}")
    _expect(given["structuredContent"]["summary"]["score"] == 8, given)
    wrong = ask(*call, "criteria=[]")
    _expect("/criteria" in wrong.stdout + wrong.stderr, wrong)
    run = given["_meta"]["tenon/run_id"]
    read = answer("resources/read", "--uri", f"tenon://runs/{run}")
    _expect("quick-score" in read["contents"][0]["text"], read)
    nothing = ask("tools/call", "--tool-name", "no-such-tool")
    _expect(nothing.returncode != 0 and "no-such-tool" in nothing.stdout + nothing.stderr, nothing)
    words = f"The inspector has nothing against {len(listed)} tools, ran one, and read the run."
    sys.stdout.write(f"{words}\n")


def _expect(holds: bool, seen: object) -> None:
    if not holds:
        raise Unexpected(str(seen)[:2_000])
