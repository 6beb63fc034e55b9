"""One sample of every component and variant, for the page that shows them and for its tests."""

from dataclasses import dataclass
from typing import Any

from tools_app.schemas.field_definitions import PHONE
from tools_app.schemas.vocabulary import Schema

COLOURS = ["red", "green", "blue"]
CITIES = ["Berlin", "Lagos", "Lima", "Oslo", "Seoul", "Tunis"]


@dataclass(frozen=True)
class Sample:
    key: str
    schema: Schema
    value: Any


def _text(variant: str, value: str, **words: Any) -> Sample:
    schema = {"type": "string", "title": f"Text, {variant}", "x-variant": variant, **words}
    return Sample(f"text_{variant}", schema, value)


def _number(variant: str, value: float, **words: Any) -> Sample:
    schema = {"type": "number", "title": f"Number, {variant}", "x-variant": variant, **words}
    return Sample(f"number_{variant}", schema, value)


def _of(key: str, title: str, value: Any, **words: Any) -> Sample:
    return Sample(key, {"title": title, **words}, value)


_ROW: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "hours"],
    "properties": {
        "name": {"type": "string", "title": "Task", "maxLength": 80},
        "hours": {"type": "number", "title": "Hours (h)", "minimum": 0},
        "urgent": {"type": "boolean", "title": "Urgent", "default": False},
    },
}
_SHAPES: list[Schema] = [
    {
        "type": "object",
        "title": "Circle",
        "required": ["kind", "radius"],
        "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "title": "Radius (m)"}},
    },
    {
        "type": "object",
        "title": "Rectangle",
        "required": ["kind", "width", "height"],
        "properties": {
            "kind": {"const": "rectangle"},
            "width": {"type": "number", "title": "Width (m)"},
            "height": {"type": "number", "title": "Height (m)"},
        },
    },
]  # fmt: skip

SAMPLES = [
    _text("line", "Tenon", description="One line.", **{"x-placeholder": "A name"}),
    _text("textarea", "Two lines\nof text"),
    _text("markdown", "**Bold** and plain"),
    _text("code", "print('hello')"),
    _of("text_secret", "Text, secret", "hunter2", type="string", **{"x-secret": True}),
    _of("text_json", "No component fits", {"any": [1, 2.5]}, description="So it is JSON."),
    _number("plain", 1250.5, **{"x-unit": "kg"}),
    _number("slider", 7.5, minimum=0, maximum=10),
    _number("currency", 49999),
    _number("percent", 12.5, minimum=0, maximum=100),
    _of("number_rating", "Number, rating", 4, type="integer", minimum=1, maximum=5,
        description="1 poor, 5 excellent."),
    _of("boolean_switch", "Boolean, switch", value=True, type="boolean"),
    _of("boolean_checkbox", "Boolean, checkbox", value=True, type="boolean", **{"x-variant": "checkbox"}),
    _of("boolean_yesno", "Boolean, yes/no", value=False, type="boolean", **{"x-variant": "yes/no"}),
    _of("date", "Date", "2026-03-31", type="string", format="date"),
    _of("datetime", "Date and time", "2026-03-31T09:30:00+02:00", type="string", format="date-time"),
    _of("enum_select", "Enum, select", "Lima", enum=CITIES),
    _of("enum_radio", "Enum, radio", "green", enum=COLOURS, **{"x-variant": "radio"}),
    _of("enum_segmented", "Enum, segmented", "blue", enum=COLOURS),
    _of("enum_multi", "Enum, multi", ["red", "blue"], type="array", uniqueItems=True,
        items={"enum": COLOURS}),
    _of("url", "Url", "https://example.com", type="string", format="uri"),
    _of("email", "Email", "ada@example.com", type="string", format="email"),
    _of("phone", "Phone", "+49 30 1234567", type="string", pattern=PHONE, **{"x-type": "phone"}),
    _of("media_image", "Media, image", "https://example.com/tree.png", type="string",
        **{"x-accept": ["image/png", "image/jpeg"], "x-max-size-mb": 10}),
    _of("media_compact", "Media, compact", "report.pdf", type="string",
        **{"x-type": "media", "x-variant": "compact"}),
    _of("media_many", "Media, several", ["a.pdf", "b.pdf"], type="array", uniqueItems=True,
        items={"type": "string"}, **{"x-type": "media"}),
    _of("relation_one", "Relation, one", "quick-score", type="string", **{"x-entity-type": "tool"}),
    _of("relation_many", "Relation, many", ["quick-score"], type="array", uniqueItems=True,
        items={"type": "string"}, **{"x-entity-type": "tool", "x-entity-select": "multiple"}),
    _of("object", "Object", {"name": "Sort the mail", "hours": 2}, **_ROW),
    _of("object_choice", "One of several shapes", {"kind": "circle", "radius": 2}, oneOf=_SHAPES),
    _of("array_rows", "Array, rows", [{"name": "Sort", "hours": 2, "urgent": True},
        {"name": "File", "hours": 0.5}], type="array", items=_ROW, maxItems=5),
    _of("array_tags", "Array, tags", ["quick", "cheap"], type="array",
        items={"type": "string", "maxLength": 40}),
]  # fmt: skip


def sample_schema(*, required: tuple[str, ...] = ()) -> Schema:
    properties = {sample.key: sample.schema for sample in SAMPLES}
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def sample_value() -> dict[str, Any]:
    return {sample.key: sample.value for sample in SAMPLES}
