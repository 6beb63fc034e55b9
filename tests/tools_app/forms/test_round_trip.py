"""Value → form → what the browser sends → value: nothing is lost."""

import string
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools_app.forms.page import sent_by
from tools_app.forms.build import form_for
from tools_app.forms.reading import read_form
from tools_app.schemas.fields import FieldDefinition, FieldType, fields_to_schema
from tools_app.schemas.validation import faults_of

Drawn = tuple[FieldDefinition, st.SearchStrategy[Any]]

KEYS = st.text(string.ascii_letters + "_", min_size=1, max_size=8).filter(
    lambda key: key not in ("__proto__", "constructor", "prototype")
)
# Browsers turn a lone carriage return into a line end, and no text holds NUL or half a pair.
TEXTS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], whitelist_characters="\n\t"), max_size=30
)
LARGEST = 2**53 - 1
INTEGERS = st.integers(-LARGEST, LARGEST)
FLOATS = st.floats(-1e15, 1e15, allow_nan=False)
DATES = st.dates().map(lambda day: day.isoformat())
OFFSETS = st.sampled_from(["Z", "+00:00", "-05:00", "+05:45"])
MOMENTS = st.tuples(st.datetimes().map(lambda at: at.isoformat()), OFFSETS).map("".join)
WORDS = st.text(string.ascii_letters + " -é", min_size=1, max_size=12)

PLAIN: dict[FieldType, st.SearchStrategy[Any]] = {
    FieldType.TEXT: TEXTS,
    FieldType.NUMBER: FLOATS,
    FieldType.BOOLEAN: st.booleans(),
    FieldType.DATE: DATES,
    FieldType.URL: st.sampled_from(["https://example.com/a?b=c&d", "http://localhost"]),
    FieldType.EMAIL: st.sampled_from(["a@example.com", "b.c+d@example.org"]),
    FieldType.PHONE: st.sampled_from(["+49 30 1234567", "555-0100"]),
    FieldType.MEDIA: WORDS,
    FieldType.RELATION: WORDS,
}
VARIANTS = {
    FieldType.TEXT: ["", "line", "textarea", "markdown", "code"],
    FieldType.NUMBER: ["", "plain", "slider", "currency", "percent", "rating"],
    FieldType.BOOLEAN: ["", "switch", "checkbox", "yes/no"],
    FieldType.ENUM: ["", "select", "radio", "segmented"],
    FieldType.ARRAY: ["", "rows", "tags"],
}


@st.composite
def fields(draw: st.DrawFn, key: str, deep: int) -> Drawn:
    kinds = [kind for kind in FieldType if deep or kind not in (FieldType.OBJECT, FieldType.ARRAY)]
    kind = draw(st.sampled_from(kinds))
    options: dict[str, Any] = {"key": key, "type": kind, "required": draw(st.booleans())}
    options["variant"] = draw(st.sampled_from(VARIANTS.get(kind, [""])))
    values = PLAIN.get(kind)
    if kind is FieldType.ENUM:
        values = _enum(draw, options)
    elif kind is FieldType.OBJECT:
        options["fields"], values = draw(objects(deep - 1))
    elif kind is FieldType.ARRAY:
        item, inner = draw(fields("item", deep - 1))
        options["item"] = item.model_copy(update={"required": False})
        values = st.lists(inner, max_size=3)
    elif draw(st.booleans()):
        values = _other(kind, options, PLAIN[kind])
    if kind is FieldType.RELATION:
        options["entity_type"] = "person"
    assert values is not None
    return FieldDefinition(**options), values


def _enum(draw: st.DrawFn, options: dict[str, Any]) -> st.SearchStrategy[Any]:
    offered = draw(st.lists(WORDS, min_size=1, max_size=6, unique=True))
    options["constraints"] = {"options": [{"value": each} for each in offered]}
    if not draw(st.booleans()):
        return st.sampled_from(offered)
    options |= {"multiple": True, "variant": ""}
    chosen = st.sets(st.sampled_from(offered))
    return chosen.map(lambda some: [each for each in offered if each in some])


def _other(
    kind: FieldType, options: dict[str, Any], usual: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """The type's second form: whole numbers, times, several."""
    if kind is FieldType.NUMBER:
        options["constraints"] = {"integer": True}
        return INTEGERS
    if kind is FieldType.DATE:
        options["variant"] = "datetime"
        return MOMENTS
    if kind in (FieldType.MEDIA, FieldType.RELATION):
        options["multiple"] = True
        return st.lists(WORDS, max_size=4, unique=True)
    return usual


@st.composite
def objects(
    draw: st.DrawFn, deep: int
) -> tuple[tuple[FieldDefinition, ...], st.SearchStrategy[Any]]:
    keys = draw(st.lists(KEYS, min_size=1, max_size=4, unique=True))
    drawn = [draw(fields(key, deep)) for key in keys]
    needed = {field.key: values for field, values in drawn if field.required}
    others = {field.key: values for field, values in drawn if not field.required}
    return tuple(field for field, _ in drawn), st.fixed_dictionaries(needed, optional=others)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_value_survives_its_form(data: st.DataObject) -> None:
    made, values = data.draw(objects(3))
    schema, value = fields_to_schema(made), data.draw(values)
    sent = sent_by(form_for(schema=schema, value=value))
    assert read_form(schema=schema, data=sent) == value


JSONS = st.recursive(
    st.none() | st.booleans() | INTEGERS | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_value_that_does_not_fit_survives_too(data: st.DataObject) -> None:
    """Whoever comes back from JSON or from an old run finds what was there, valid or not."""
    made, _ = data.draw(objects(0))
    schema = fields_to_schema(made)
    value = {field.key: data.draw(JSONS) for field in made}
    sent = sent_by(form_for(schema=schema, value=value))
    assert read_form(schema=schema, data=sent) == value


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_fresh_form_is_no_error(data: st.DataObject) -> None:
    made, _ = data.draw(objects(3))
    schema = fields_to_schema(made)
    value = read_form(schema=schema, data=sent_by(form_for(schema=schema)))
    faults_of(schema, value)
    again = read_form(schema=schema, data=sent_by(form_for(schema=schema, value=value)))
    assert again == value
