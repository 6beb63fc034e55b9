"""Templates of prompts and tasks (Liquid), written by tenants.

`{{ customer.name }}` is a field of the input. Values are inserted as data and never parsed again:
an input that contains `{{ … }}` comes out as it went in. Objects and lists come out as JSON. A
template reads no other template, and what it may take (loops, output) is bounded.
"""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any, TextIO

from liquid import Environment, Mode, RenderContext
from liquid.builtin.output import Output, OutputNode
from liquid.builtin.tags.echo_tag import EchoNode, EchoTag
from liquid.exceptions import LiquidError
from liquid.static_analysis import Segments, TemplateAnalysis
from liquid.stringify import to_liquid_string
from liquid.template import BoundTemplate

from config.errors import AppError, Fault
from tools_app.schemas.vocabulary import Schema
from tools_app.schemas.walk import Schemas, Walk

MOST_LOOPS = 10_000
LONGEST_OUTPUT = 400_000
MOST_WORK = 20_000_000
"""Of one filter: the size of what it is given times that of its longest argument."""


class TemplateFailed(AppError):
    """`detail` says what is wrong, and at which line and column."""

    status, code, title = 400, "template_failed", "The template cannot be filled in"


def render(template: str, payload: dict[str, Any]) -> str:
    """The template with the values of a valid input. Fields that were not given are empty.

    Raises `TemplateFailed`."""
    try:
        return _parsed(template).render(payload)
    except (LiquidError, ArithmeticError, TypeError, ValueError, RecursionError) as error:
        raise TemplateFailed(_words(template, error)) from error


def template_faults(template: str, input_schema: Schema, pointer: str) -> list[Fault]:
    """What is wrong with a template of a tool with this input, each with its line and column."""
    try:
        found = _parsed(template).analyze()
    except (LiquidError, RecursionError) as error:
        return [Fault(pointer, "template", _words(template, error))]
    return [
        Fault(pointer, code, f"{_place(template, index)}: {words}")
        for index, code, words in sorted(_unknown(found, input_schema))
    ]


def variables(template: str) -> list[str]:
    """The fields of the input that a template reads, each once. Raises `TemplateFailed`."""
    try:
        found = _parsed(template).analyze()
    except (LiquidError, RecursionError) as error:
        raise TemplateFailed(_words(template, error)) from error
    return sorted({str(each) for group in found.globals.values() for each in group})


# -- What is unknown --------------------------------------------------------------------------


def _unknown(found: TemplateAnalysis, schema: Schema) -> Iterator[tuple[int, str, str]]:
    walk = Walk(schema)
    for group in found.globals.values():
        for variable in group:
            if not _leads_somewhere(walk, variable.segments):
                words = f"the input has no field “{variable}”."
                yield variable.span.index, "unknown_variable", words
    for name, spans in found.filters.items():
        if name not in _environment.filters:
            for span in spans:
                yield span.index, "unknown_filter", f"there is no filter “{name}”."


OF_LISTS = {"first", "last"}
OF_ANYTHING = "size"


def _leads_somewhere(walk: Walk, segments: Segments) -> bool:
    schemas = walk.start
    for place, step in enumerate(segments):
        if isinstance(step, list) or (place and step == OF_ANYTHING):
            return True  # computed when it runs
        inner = walk.below(schemas, 0 if step in OF_LISTS else step)
        if not inner and isinstance(step, str) and _lists(schemas, step):
            return True
        if not inner:
            return bool(place) and _is_free(schemas)
        schemas = inner
    return True


def _lists(schemas: Schemas, name: str) -> bool:
    """As a property that may be anything (`true`)."""
    return any(name in (schema.get("properties") or {}) for schema in schemas)


def _is_free(schemas: Schemas) -> bool:
    """Nothing is said about the parts of this value, so any part may be there."""
    silent = not any({"properties", "items", "prefixItems"} & schema.keys() for schema in schemas)
    types = [schema["type"] for schema in schemas if "type" in schema]
    return silent and all({"object", "array"} & set(_listed(each)) for each in types)


def _listed(types: Any) -> list[Any]:
    return types if isinstance(types, list) else [types]


# -- Words ------------------------------------------------------------------------------------


def _words(template: str, error: Exception) -> str:
    if not isinstance(error, LiquidError):
        return "It cannot be computed: nested too deeply, or a value of the wrong kind."
    token = error.token
    index = token.start_index if token and token.start_index >= 0 else len(template)
    return f"{_place(template, index)}: {error.message}."


def _place(template: str, index: int) -> str:
    before = template[:index]
    return f"Line {before.count(chr(10)) + 1}, column {index - before.rfind(chr(10))}"


# -- The engine -------------------------------------------------------------------------------


def _text(value: Any) -> str:
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    return to_liquid_string(value, autoescape=False)


class _DataNode(OutputNode):
    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        return buffer.write(_text(self.expression.evaluate(context)))


class _EchoedNode(EchoNode):
    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        return buffer.write(_text(self.expression.evaluate(context)))


class _Data(Output):
    node_class = _DataNode


class _Echo(EchoTag):
    node_class = _EchoedNode


class _Environment(Environment):
    loop_iteration_limit = MOST_LOOPS
    output_stream_limit = LONGEST_OUTPUT
    local_namespace_limit = LONGEST_OUTPUT


def _bounded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Filters that repeat one text inside of another would grow without end."""

    @wraps(function)
    def bounded(value: Any, *given: Any, **options: Any) -> Any:
        longest = max([1, *(len(each) for each in given if isinstance(each, str))])
        size = len(value) if isinstance(value, str | list | dict) else 1
        if size * longest > MOST_WORK:
            raise LiquidError(f"{name} would make too long a text", token=None)
        return function(value, *given, **options)

    return bounded


def _made() -> Environment:
    environment = _Environment(tolerance=Mode.STRICT)
    for tag in ("include", "render"):
        del environment.tags[tag]
    environment.add_tag(_Data)
    environment.add_tag(_Echo)
    for name, function in list(environment.filters.items()):
        environment.add_filter(name, _bounded(name, function))
    return environment


_environment = _made()


@lru_cache(maxsize=500)
def _parsed(template: str) -> BoundTemplate:
    return _environment.from_string(template)
