"""What is wrong with the values of a tool that somebody wants to save, each at its field."""

from collections.abc import Iterator, Mapping
from typing import Any

from accounts.catalogue import RIGHTS
from accounts.principal import Principal
from config.errors import Fault, InvalidInput, escape_pointer
from tools_app.aggregates.declared import aggregate_faults
from tools_app.definitions import LONGEST_SLUG, SLUG, Effect, Policy
from tools_app.documents import FIELDS, NEEDED, OVERRIDABLE, Document
from tools_app.execution.faults import execution_faults, output_faults
from tools_app.execution.runners import runners
from tools_app.resolved import ResolvedTool, ToolKind, shape_of
from tools_app.resolver import catalogue, resolve
from tools_app.schemas.limits import schema_faults
from tools_app.schemas.secrets import masked
from tools_app.schemas.validation import faults_of


def draft_faults(
    *, principal: Principal, slug: str, saved: ResolvedTool | None, values: Mapping[str, Any]
) -> list[Fault]:
    """Of changes to a tool, or of a whole new one: what somebody wants to try, or to make live."""
    if saved is None:
        faults = [*slug_faults(slug), *_missing_faults(values)]
    else:
        faults = _unknown_faults(saved, values)
    schema = values.get("input_schema", saved.input_schema if saved else None)
    faults += _value_faults(values, schema)
    faults += _aggregate_faults(values, saved)
    execution = values.get("execution", saved.execution if saved else None)
    if {"execution", "input_schema"} & values.keys():
        faults += _execution_faults(principal, slug, execution, schema)
    if {"execution", "output_schema"} & values.keys():
        promised = values.get("output_schema", saved.output_schema if saved else None)
        faults += output_faults(execution, promised)
    return faults


Tools = Mapping[str, ResolvedTool]


def document_faults(
    *, principal: Principal, slug: str, document: Document, tools: Tools | None = None
) -> list[Fault]:
    """Of a draft: it may lack what a live tool needs, but what it says must be right. Its steps are
    looked up among `tools`, or else in the catalogue."""
    schema = document["input_schema"]
    faults = [*_value_faults(document, schema), *_aggregate_faults(document, None)]
    return faults + _execution_faults(principal, slug, document["execution"], schema, tools)


def publishing_faults(
    *, principal: Principal, slug: str, document: Document, tools: Tools | None = None
) -> list[Fault]:
    """Of what callers are to get."""
    found = _missing_faults(document)
    found += document_faults(principal=principal, slug=slug, document=document, tools=tools)
    found += output_faults(document["execution"], document["output_schema"])
    return found + runner_faults(document["execution"])


def runner_faults(execution: Any) -> list[Fault]:
    """A shape that nothing here carries out may be drafted, not published."""
    shape = shape_of(execution)
    if not execution or runners.find(shape):
        return []
    words = f"Nothing here carries out {shape!r} yet. It can be kept as a draft."
    return [Fault("/execution/shape", "no_runner", words)]


def slug_faults(slug: str) -> list[Fault]:
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        words = "Lower-case letters, digits and single hyphens, at most 64 characters."
        return [Fault("/slug", "invalid", words)]
    taken = resolve(slug)
    if taken and taken.kind == ToolKind.CODE:
        return [Fault("/slug", "taken", "A tool that comes with the product has this address.")]
    return []


def _missing_faults(values: Mapping[str, Any]) -> list[Fault]:
    return [
        Fault(f"/{name}", "required", "This is needed.") for name in NEEDED if not values.get(name)
    ]


def _unknown_faults(tool: ResolvedTool, values: Mapping[str, Any]) -> list[Fault]:
    """An override replaces no schema and no execution."""
    allowed = OVERRIDABLE if tool.kind == ToolKind.CODE else FIELDS
    words = "A tool that comes with the product lets this not be overridden."
    return [Fault(f"/{name}", "not_overridable", words) for name in values if name not in allowed]


def _aggregate_faults(values: Mapping[str, Any], saved: ResolvedTool | None) -> list[Fault]:
    """Also of what is saved, where the output or the effect under it changes."""
    if not {"aggregates", "output_schema", "effect"} & values.keys():
        return []
    given = values.get("aggregates", list(saved.aggregates) if saved else [])
    schema = values.get("output_schema") or (saved.output_schema if saved else {})
    effect = values.get("effect") or (saved.effect.value if saved else "")
    return aggregate_faults(given, schema, effect)


def _execution_faults(
    principal: Principal,
    slug: str,
    execution: Any,
    input_schema: Any,
    tools: Tools | None = None,
) -> list[Fault]:
    if not execution:
        return []
    return execution_faults(
        execution,
        slug=slug,
        principal=principal,
        tools=tools or catalogue().tools,
        input_schema=input_schema or {},
    )


def _value_faults(values: Mapping[str, Any], input_schema: Any) -> list[Fault]:
    faults = [
        fault
        for name in ("input_schema", "output_schema")
        if values.get(name) is not None
        for fault in schema_faults(values[name], f"/{name}")
    ]
    faults += [*_right_faults(values), *_choice_faults(values)]
    if not faults:
        faults += [*_default_faults(values, input_schema), *_text_faults(values, input_schema)]
    return faults


def _right_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    for index, code in enumerate(values.get("required_permissions") or ()):
        if code not in RIGHTS:
            words = f"There is no right {code!r}."
            yield Fault(f"/required_permissions/{index}", "unknown", words)


def _choice_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    for name, allowed in {"effect": Effect, "policy": Policy}.items():
        if values.get(name) and values[name] not in set(allowed):
            yield Fault(f"/{name}", "unknown", f"One of {', '.join(allowed)}.")


def _default_faults(values: Mapping[str, Any], input_schema: Any) -> list[Fault]:
    """A form starts with them, so each must be valid; not all of them need be there."""
    given = values.get("default_input")
    if not given:
        return []
    if not input_schema:
        return [Fault("/default_input", "no_schema", "There are no fields to start with yet.")]
    if faults := list(_secret_faults(given, input_schema)):
        return faults
    loose = {word: rule for word, rule in input_schema.items() if word != "required"}
    try:
        return faults_of({**loose, "additionalProperties": False}, given, "/default_input")
    except InvalidInput as error:
        return list(error.faults)


def _secret_faults(given: Mapping[str, Any], input_schema: Any) -> Iterator[Fault]:
    hidden = masked(input_schema, given)
    for key, value in given.items():
        if hidden[key] != value:
            words = "A secret has no default: everybody who sees the tool would see it."
            yield Fault(f"/default_input/{escape_pointer(key)}", "secret", words)


def _text_faults(values: Mapping[str, Any], input_schema: Any) -> Iterator[Fault]:
    known = (input_schema or {}).get("properties", {})
    for key, words in (values.get("field_texts") or {}).items():
        pointer = f"/field_texts/{escape_pointer(key)}"
        if key not in known:
            yield Fault(pointer, "unknown", f"The input has no field {key!r}.")
            continue
        for name, text in words.items():
            if name not in {"title", "description"}:
                yield Fault(f"{pointer}/{name}", "unknown", "Only title and description.")
            elif not isinstance(text, str):
                yield Fault(f"{pointer}/{name}", "type", "Expected text.")
