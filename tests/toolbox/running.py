"""Runs a tool the way the product does: schema, model, function, dump, schema."""

import json
from functools import cache
from typing import Any
from uuid import UUID

from jsonschema_rs import Draft202012Validator
from pydantic import ValidationError
from pydantic.json_schema import JsonSchemaMode

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from tools_app.definitions import ToolContext, ToolDefinition, ToolModel
from tools_app.registry import load_toolbox, registry

NOBODY = UUID(int=0)
CONTEXT = ToolContext(
    principal=Principal(
        kind=Kind.USER,
        id=NOBODY,
        label="Bob",
        permissions=frozenset(),
        role=Role.MEMBER,
        user_id=NOBODY,
        email="bob@example.com",
    ),
    run_id="run",
)


@cache
def validator(model: type[ToolModel], mode: JsonSchemaMode) -> Draft202012Validator:
    schema = model.model_json_schema(mode=mode)
    return Draft202012Validator(schema, offline=True, validate_formats=True)


def tool_named(slug: str) -> ToolDefinition:
    load_toolbox()
    return registry.get(slug)


def run_definition(definition: ToolDefinition, payload: dict[str, Any]) -> dict[str, Any]:
    """Raises what the product would refuse: an input or an output that its schema does not allow."""
    validator(definition.input_model, "validation").validate(payload)
    model = definition.input_model.model_validate(payload)
    output: dict[str, Any] = definition.execute(model, CONTEXT).model_dump(
        mode="json", by_alias=True
    )
    validator(definition.output_model, "serialization").validate(output)
    # JSON has no infinity.
    json.dumps(output, allow_nan=False)
    return output


def run(slug: str, payload: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """With its first example unless told otherwise, and some fields of it changed."""
    definition = tool_named(slug)
    return run_definition(definition, {**(payload or definition.examples[0]), **changes})


def accepted(slug: str, payload: dict[str, Any]) -> bool:
    """By the schema alone."""
    return validator(tool_named(slug).input_model, "validation").is_valid(payload)


def refused_at(slug: str, payload: dict[str, Any]) -> list[str]:
    """Where the model finds faults, as dotted paths; nowhere when it finds none."""
    try:
        tool_named(slug).input_model.model_validate(payload)
    except ValidationError as error:
        return [".".join(map(str, fault["loc"])) for fault in error.errors()]
    return []
