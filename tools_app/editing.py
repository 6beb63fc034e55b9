"""What the editor of a tool starts with: what may be chosen, and what there is."""

from dataclasses import asdict
from typing import Any

from pydantic.alias_generators import to_camel

from accounts.catalogue import CATALOGUE, PURPOSES, Role
from accounts.principal import Principal
from tools_app.access import visible_tools
from tools_app.documents import BLANK, Document
from tools_app.execution.runners import runners
from tools_app.forms.components import components
from tools_app.forms.pickers import sources
from tools_app.previews import EMPTY, sheet_of_schema
from tools_app.schemas.field_definitions import CONSTRAINTS, MULTIPLE, FieldType

TYPES = {
    FieldType.TEXT: ("Text", "type", "A line, a paragraph, Markdown or code"),
    FieldType.NUMBER: ("Number", "hash", "Plain, money, percent, slider or rating"),
    FieldType.BOOLEAN: ("Yes or no", "toggle-left", "A switch or a checkbox"),
    FieldType.DATE: ("Date", "calendar", "A day, or a moment with its zone"),
    FieldType.ENUM: ("Choice", "list-checks", "One or several of a list"),
    FieldType.URL: ("Link", "link", "A web address"),
    FieldType.EMAIL: ("E-mail", "mail", "An e-mail address"),
    FieldType.PHONE: ("Phone", "phone", "A phone number"),
    FieldType.MEDIA: ("File", "paperclip", "An image or any file"),
    FieldType.RELATION: ("Record", "share-2", "Somebody or something of this workspace"),
    FieldType.OBJECT: ("Group", "braces", "Fields that belong together"),
    FieldType.ARRAY: ("List", "layers", "As many of one kind as needed"),
}
SHAPES = {
    "composition": ("Chain of tools", "workflow", "Run tools one after the other, each with what the ones before gave."),
    "prompt/direct": ("Prompt", "message-square", "Fill in a template and ask a model."),
    "prompt/skill": ("Skill", "sparkles", "Run a skill, with an agent if you like."),
    "prompt/agent": ("Agent", "bot", "Hand the work to an agent with instructions."),
    "task": ("Task", "clipboard-list", "Ask a person or an agent to do something."),
}  # fmt: skip
ICONS = (
    "wrench", "calculator", "chart-bar", "chart-line", "chart-pie", "gauge", "table", "database",
    "file-text", "files", "image", "mail", "message-square", "phone", "globe", "link", "search",
    "users", "user", "building", "briefcase", "calendar", "clock", "coins", "credit-card",
    "shopping-cart", "truck", "package", "map-pin", "shield-check", "lock", "key", "leaf", "flame",
    "lightbulb", "rocket", "star", "target", "trophy", "workflow", "git-branch", "bot", "sparkles",
    "clipboard-list", "list-checks", "scale", "ruler", "hammer",
)  # fmt: skip
NEW: Document = {**BLANK, "effect": "read"}
"""Nothing but what most tools do."""


def choices(principal: Principal) -> dict[str, Any]:
    """Whatever a select of the editor offers, out of the lists that the product itself goes by."""
    tools = visible_tools(principal=principal)
    return {
        "types": [_type(each) for each in FieldType],
        "shapes": [_shape(each) for each in SHAPES],
        "icons": ICONS,
        "rights": [
            {"code": right.code, "words": right.words}
            for right in CATALOGUE
            if not right.platform_only
        ],
        "roles": [
            {"value": role.value, "label": role.label, "help": PURPOSES[role]} for role in Role
        ],
        "categories": sorted({tool.category for tool in tools if tool.category}),
        "sources": sorted(sources),
    }


def _type(type: FieldType) -> dict[str, Any]:  # noqa: A002 - the word of the requirements
    label, icon, hint = TYPES[type]
    return {
        "type": type.value,
        "label": label,
        "icon": icon,
        "hint": hint,
        "variants": components.get(type, "input").variants,
        "constraints": sorted(to_camel(name) for name in CONSTRAINTS.get(type, ())),
        "multiple": type in MULTIPLE,
    }


def _shape(shape: str) -> dict[str, Any]:
    label, icon, hint = SHAPES[shape]
    runs = runners.find(shape) is not None
    return {"shape": shape, "label": label, "icon": icon, "hint": hint, "runs": runs}


def sheets(values: dict[str, Any]) -> dict[str, Any]:
    """Both schemas of a document, as fields where that is possible."""
    return {role: _sheet(values.get(f"{role}_schema") or EMPTY) for role in ("input", "output")}


def _sheet(schema: dict[str, Any]) -> dict[str, Any]:
    sheet = sheet_of_schema(schema)
    errors = [asdict(fault) for fault in sheet.faults]
    return {"schema": schema, "fields": sheet.fields, "note": sheet.note, "errors": errors}
