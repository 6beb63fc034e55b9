"""From the output of a tool to blocks: the one way, for every surface that shows results."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from tools_app.definitions import Section
from tools_app.outputs.cells import Unfit
from tools_app.outputs.formatting import clean
from tools_app.outputs.inferred import blocks_by_schema
from tools_app.outputs.kinds import (
    Block,
    CalloutBlock,
    Card,
    ChartBlock,
    Column,
    Delta,
    FileBlock,
    ImageBlock,
    JsonBlock,
    MarkdownBlock,
    PairsBlock,
    RadarBlock,
    Rank,
    RankingBlock,
    SummaryBlock,
    TableBlock,
)
from tools_app.outputs.sections import MAKERS
from tools_app.outputs.spec import ViewSpec, custom_key, side_by_side, view_key, views

__all__ = [
    "Block",
    "CalloutBlock",
    "Card",
    "ChartBlock",
    "Column",
    "Delta",
    "FileBlock",
    "ImageBlock",
    "JsonBlock",
    "MarkdownBlock",
    "PairsBlock",
    "RadarBlock",
    "Rank",
    "RankingBlock",
    "SummaryBlock",
    "TableBlock",
    "blocks_of",
]

logger = logging.getLogger("tenon.outputs")
# What data of the wrong shape may provoke in a maker.
UNFIT = (Unfit, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


def blocks_of(
    *,
    sections: Sequence[Section],
    output: Any,
    schema: dict[str, Any] | None = None,
    slug: str = "",
) -> list[Block]:
    """What a result looks like. Never raises, whatever a tenant's own tool gave.

    The sections decide; without any, the view registered for the tool; without one, the output
    schema; without that, any JSON can still be read. A section whose key is missing is skipped.
    """
    spec = views.find(view_key(slug)) if slug else None
    chosen = _chosen(sections, spec)
    made = [block for section in chosen for block in _made(section, output, spec)]
    return made or _without_sections(output, schema)


def _chosen(sections: Sequence[Section], spec: ViewSpec | None) -> Sequence[Section]:
    """A view is its tool's sections laid out; others, such as those of a session's aggregate, are
    shown as they are given."""
    if spec is None:
        return side_by_side(sections)
    given = [(each.key, each.label, each.type) for each in sections]
    own = [(each.key, each.label, each.type) for each in spec.sections]
    keys = {each.key for each in spec.sections}
    extends = bool(given) and set(given) <= set(own) and custom_key(spec.slug) in keys
    return spec.sections if not given or given == own or extends else side_by_side(sections)


def _made(section: Section, output: Any, spec: ViewSpec | None) -> list[Block]:
    if section.type == "custom":
        return _custom(section, output, spec)
    if not isinstance(output, Mapping) or output.get(section.key) is None:
        return []
    value = output[section.key]
    try:
        return [MAKERS[section.type](section, value, _options(section))]
    except UNFIT as error:
        logger.info("%s is shown in the general way: %r", section.key, error)
        return [_general(section, value)]


def _general(section: Section, value: Any) -> Block:
    return JsonBlock(value=value, label=clean(section.label)[:200], key=section.key)


def _options(section: Section) -> dict[str, Any]:
    width = "half" if section.config.get("width") == "half" else "full"
    return {"label": clean(section.label)[:200], "key": section.key, "width": width}


def _custom(section: Section, output: Any, spec: ViewSpec | None) -> list[Block]:
    """What the tool's own maker gives; a key of the output that nobody draws is plain JSON."""
    if spec is not None and spec.custom and section.key == custom_key(spec.slug):
        try:
            return list(spec.custom(output))
        except UNFIT:
            logger.warning("the view of %s failed", spec.slug, exc_info=True)
            return []
    value = output.get(section.key) if isinstance(output, Mapping) else None
    return [] if value is None else [_general(section, value)]


def _without_sections(output: Any, schema: dict[str, Any] | None) -> list[Block]:
    if output is None or output in ({}, [], ""):
        return [CalloutBlock(text="The tool gave no output.")]
    try:
        found = blocks_by_schema(output, schema) if isinstance(schema, dict) and schema else []
    except UNFIT as error:
        logger.info("the schema does not help to show the output: %r", error)
        found = []
    return found or [JsonBlock(value=output, label="Result")]
