"""The answer of a tool in one sentence, above its figures."""

from collections.abc import Callable
from typing import Any, Literal

from tools_app.definitions import Section
from tools_app.outputs.formatting import show
from tools_app.outputs.kinds import CalloutBlock
from tools_app.outputs.spec import ViewSpec, custom_key, side_by_side, views
from tools_app.registry import registry

Tone = Literal["info", "success", "warning", "danger"]
Sentence = Callable[[dict[str, Any]], tuple[str, Tone]]


def lead(slug: str, sentence: Sentence) -> None:
    """Register the view of a tool: the sentence, then its sections. The tool is imported before."""

    def made(output: dict[str, Any]) -> list[CalloutBlock]:
        words, tone = sentence(output)
        return [CalloutBlock(text=words, tone=tone)]

    first = Section(custom_key(slug), "Answer", "custom")
    views.register(ViewSpec(slug, (first, *side_by_side(registry.get(slug).sections)), made))


def number(value: Any) -> str:
    return show(value, "number")


def money(value: Any) -> str:
    return show(value, "currency")


def percent(value: Any) -> str:
    return show(value, "percent")


def counted(value: Any, one: str, many: str) -> str:
    """1 bag, 2 bags"""
    return f"{number(value)} {one if value == 1 else many}"
