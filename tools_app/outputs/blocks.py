"""What a result is made of: its JSON, until there are blocks."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tools_app.definitions import Section


@dataclass(frozen=True)
class Block:
    text: str
    kind: str = "json"
    label: str = ""


def blocks_of(
    *,
    sections: Sequence[Section],  # noqa: ARG001 - the contract
    output: Any,
    schema: dict[str, Any] | None = None,  # noqa: ARG001
    slug: str = "",  # noqa: ARG001
) -> list[Block]:
    return [Block(json.dumps(output, indent=2, ensure_ascii=False))]
