"""What a tool of a prompt shape gives back: text, or JSON that its output schema allows.

Text is `{"text": "…"}`: a tool whose output schema takes that gives text, and streams it. Any
other schema asks for JSON, checked, with one attempt to repair it.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from config.errors import AppError, Fault
from tools_app.resolved import ResolvedTool
from tools_app.schemas.validation import faults_of

TEXT = "text"
MOST_FAULTS = 10
_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class NotAsPromised(AppError):
    status, code, title = 502, "output_schema_mismatch", "The model's answer is not what was asked"


@dataclass(frozen=True)
class Wanted:
    """`schema` is None where text is wanted."""

    schema: dict[str, Any] | None

    @property
    def is_text(self) -> bool:
        return self.schema is None

    @property
    def instructions(self) -> str:
        if self.schema is None:
            return ""
        return (
            "Answer with one JSON object and nothing else. It must be valid against this JSON "
            f"Schema:\n{json.dumps(self.schema, ensure_ascii=False)}"
        )


def wanted_of(tool: ResolvedTool, output: str = "") -> Wanted:
    """By the spec if it says so, or else by the output schema."""
    takes_text = _takes_text(tool.output_schema)
    if output == "text" or (not output and takes_text):
        return Wanted(None)
    return Wanted(_plain(tool.output_schema))


def _takes_text(schema: dict[str, Any]) -> bool:
    properties = schema.get("properties")
    return (
        isinstance(properties, dict)
        and set(properties) == {TEXT}
        and not faults_of(schema, {TEXT: "text"})
    )


def _plain(value: Any) -> Any:
    """Without our own words, which are for forms and which not every provider lets pass."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if not key.startswith("x-")}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def read(tool: ResolvedTool, answer: str) -> tuple[Any, list[Fault]]:
    """The JSON in an answer, and what is wrong with it."""
    try:
        value = json.loads(_unfenced(answer))
    except (ValueError, RecursionError):
        return None, [Fault("", "json", "The answer is not JSON.")]
    return value, faults_of(tool.output_schema, value)[:MOST_FAULTS]


def _unfenced(answer: str) -> str:
    """Models like to wrap JSON in words and fences."""
    text = answer.strip()
    if fenced := _FENCED.search(text):
        return fenced[1]
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def complaint(faults: list[Fault]) -> str:
    """What the model is told to repair."""
    lines = "\n".join(f"- {fault.pointer or '/'}: {fault.detail}" for fault in faults)
    return f"This is not valid:\n{lines}\nAnswer again, with the corrected JSON object only."
