"""What is wrong with an execution spec, beyond its shape: said when it is saved, at its place."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from accounts.principal import Principal
from config.errors import Fault, InvalidInput
from tools_app.access import may_run
from tools_app.composed import step_slugs
from tools_app.execution.checks import checks
from tools_app.execution.mapping import MappingFailed, reads
from tools_app.execution.runners import runners
from tools_app.execution.specs import DEEPEST, Composition, Spec, Step, parse_spec
from tools_app.execution.templates import template_faults
from tools_app.resolved import ResolvedTool, shape_of

Tools = Mapping[str, ResolvedTool]


TEMPLATES = ("template", "title", "instructions")
"""The parts of specs that are templates, whatever the shape."""


def execution_faults(
    execution: Any, *, slug: str, principal: Principal, tools: Tools, input_schema: Any
) -> list[Fault]:
    """Of the spec of the tool with this slug and input, which may not be among the tools yet."""
    try:
        spec = parse_spec(execution)
    except InvalidInput as error:
        return list(error.faults)
    if isinstance(spec, Composition):
        return list(_composition(spec, slug, principal, tools))
    return [*_templates(spec, input_schema), *_names(spec, shape_of(execution))]


def _names(spec: Spec, shape: str) -> Iterable[Fault]:
    """Of a shape that is carried out here: who cannot run it cannot say what it may name."""
    return checks.find(shape).names(spec) if runners.find(shape) else ()


def output_faults(execution: Any, output_schema: Any) -> list[Fault]:
    """Where what the spec gives is not what the schema promises. A spec that cannot be read has
    other faults."""
    if not (isinstance(execution, dict) and isinstance(output_schema, dict)):
        return []
    check = checks.find(shape_of(execution))
    try:
        return list(check.output(parse_spec(execution), output_schema))
    except InvalidInput:
        return []


def _templates(spec: Spec, input_schema: Any) -> Iterator[Fault]:
    for name in TEMPLATES:
        if template := getattr(spec, name, ""):
            yield from template_faults(template, input_schema, f"/execution/{name}")


def _composition(
    spec: Composition, slug: str, principal: Principal, tools: Tools
) -> Iterator[Fault]:
    before: list[str] = []
    for index, step in enumerate(spec.steps):
        pointer = f"/execution/steps/{index}"
        if step.id in before:
            yield Fault(f"{pointer}/id", "taken", f"Two steps are called {step.id}.")
        yield from _tool(step, f"{pointer}/tool", slug, principal, tools)
        yield from _reading(step.input, f"{pointer}/input", before)
        before.append(step.id)
    if spec.output is not None:
        yield from _reading(spec.output, "/execution/output", before)


def _tool(
    step: Step, pointer: str, slug: str, principal: Principal, tools: Tools
) -> Iterator[Fault]:
    found = tools.get(step.tool)
    if step.tool == slug:
        yield Fault(pointer, "cycle", f"Step {step.id} would run this very tool.")
    elif found is None or not may_run(principal, found):
        words = f"Step {step.id}: there is no tool {step.tool!r} here that you may run."
        yield Fault(pointer, "unknown", words)
    else:
        yield from _chain(step, pointer, slug, tools)


def _chain(step: Step, pointer: str, slug: str, tools: Tools) -> Iterator[Fault]:
    """Walk level by level: back to this tool is a cycle, too many levels are too deep."""
    level, depth, seen = {step.tool}, 1, {step.tool}
    while level:
        level = {
            inner for each in level if each in tools for inner in step_slugs(tools[each].execution)
        }
        if slug in level:
            words = f"Step {step.id}: {step.tool} leads back to this tool."
            yield Fault(pointer, "cycle", words)
            return
        depth += bool(level)
        if depth > DEEPEST:
            words = f"Step {step.id}: compositions may be nested {DEEPEST} deep at most."
            yield Fault(pointer, "too_deep", words)
            return
        level -= seen
        seen |= level


def _reading(template: dict[str, Any], pointer: str, before: list[str]) -> Iterator[Fault]:
    """A template may read the input, and the steps before it."""
    try:
        paths = list(reads(template))
    except MappingFailed as error:
        yield Fault(pointer, "template", f"This cannot be read: {error}.")
        return
    for path in paths:
        if path[:1] == ("steps",) and len(path) > 1 and path[1] not in before:
            words = f"There is no step {path[1]!r} before this one."
            yield Fault(pointer, "unknown_step", words)
        elif path[:1] not in {("input",), ("steps",)}:
            words = f"{'.'.join(path) or 'This'} is neither of the input nor of a step."
            yield Fault(pointer, "unknown_variable", words)
