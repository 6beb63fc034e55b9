"""From output to blocks: what is shown, and that nothing a tool gives can break it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools_app.outputs.rendering import cell, html_of, read, shown
from tools_app.definitions import Section
from tools_app.outputs.blocks import (
    CalloutBlock,
    ChartBlock,
    ImageBlock,
    JsonBlock,
    MarkdownBlock,
    PairsBlock,
    RadarBlock,
    RankingBlock,
    SummaryBlock,
    TableBlock,
    blocks_of,
)

NAME, VALUE = cell("name"), cell("value", "number")
SECTIONS = [
    Section(
        "data", "Cards", "summary", {"items": [cell("value", "currency", delta="change"), NAME]}
    ),
    Section("data", "Table", "table", {"columns": [NAME, VALUE]}),
    Section("data", "Chart", "chart", {"kind": "bar", "x": NAME, "series": [VALUE]}),
    Section("data", "Pie", "chart", {"kind": "pie", "x": NAME, "series": [VALUE]}),
    Section("data", "Radar", "radar", {"axis": NAME, "series": [VALUE], "min": 0, "max": 10}),
    Section("data", "Ranking", "ranking", {"name": NAME, "value": VALUE, "details": [NAME]}),
    Section("data", "Own", "custom", {}),
]
SUMMARY, TABLE, CHART, PIE, RADAR, RANKING, CUSTOM = SECTIONS
ROWS = [{"name": name, "value": value} for name, value in (("a", 9), ("b", 6), ("c", 3))]


def only(section: Section, value: Any) -> Any:
    (block,) = blocks_of(sections=[section], output={"data": value})
    return block


def test_each_type_of_section_is_its_block() -> None:
    assert isinstance(only(SUMMARY, {"value": 1, "name": "x"}), SummaryBlock)
    for section, kind in ((TABLE, TableBlock), (CHART, ChartBlock), (RANKING, RankingBlock)):
        assert isinstance(only(section, ROWS), kind)
    assert isinstance(only(RADAR, ROWS), RadarBlock)


def test_a_section_whose_key_is_missing_is_skipped() -> None:
    missing = Section("nothing", "Nothing", "table", {"columns": [NAME]})
    blocks = blocks_of(sections=[missing, TABLE], output={"data": ROWS})
    assert [block.label for block in blocks] == ["Table"]


def test_if_no_section_has_its_key_the_output_is_shown_anyway() -> None:
    (block,) = blocks_of(sections=[TABLE], output={"else": {"deep": [1]}})
    assert isinstance(block, JsonBlock)


def test_changes_have_an_arrow_and_words() -> None:
    html = shown({"data": {"value": 5, "change": -2, "name": "x"}}, SUMMARY)
    assert "down $2" in html
    assert "−$2" in html
    assert only(SUMMARY, {"value": 5, "change": 0}).cards[0].delta.words == "no change"
    assert only(SUMMARY, {"value": 5}).cards[0].delta is None


def test_a_ranking_has_bars_in_proportion() -> None:
    block = only(RANKING, ROWS)
    assert [float(rank.share) for rank in block.ranks] == [100, 66.7, 33.3]
    meters = [found for _, found in read(html_of([block])).elements if found.get("role") == "meter"]
    assert [meter["aria-valuenow"] for meter in meters] == ["100.0", "66.7", "33.3"]
    assert meters[0]["aria-label"] == "Value of a"


def test_what_is_no_share_of_a_whole_is_drawn_as_bars() -> None:
    block = only(PIE, [{"name": "a", "value": -1}, {"name": "b", "value": 2}])
    assert block.chart.kind == "bar"
    assert "no shares" in block.note
    assert only(PIE, ROWS).chart.kind == "pie"


def test_many_slices_end_in_other() -> None:
    block = only(PIE, [{"name": f"p{n}", "value": n} for n in range(1, 21)])
    assert len(block.chart.categories) == 12
    assert block.chart.categories[-1] == "Other (9)"
    assert sum(block.chart.series[0].values) == sum(range(1, 21))


def test_a_radar_of_two_axes_is_drawn_as_bars() -> None:
    assert only(RADAR, ROWS[:2]).chart.kind == "bar"


def test_the_data_of_a_chart_can_be_read() -> None:
    page = read(html_of([only(CHART, ROWS)]))
    assert "Show data" in page.texts
    assert {"a", "b", "c"} <= set(page.texts)


def test_neighbours_that_are_compact_share_a_line() -> None:
    blocks = blocks_of(sections=[RADAR, RANKING, TABLE], output={"data": ROWS})
    assert [block.width for block in blocks] == ["half", "half", "full"]


MALFORMED: list[Any] = [
    *(0, 1.5, True, "text", [], {}, [1, 2], ["a"], [None], [[]], [{}], {"value": {}}),
    [{"name": {"a": [1]}, "value": [1]}],
    [{"name": None, "value": float("nan")}, {"name": 3, "value": float("inf")}],
    [{"name": "x", "value": 10**400}],
    [{"name": "x", "value": "1e999"}],
    [{"name": "x" * 100_000, "value": 1}] * 3,
    [{"name": f"n{n}", "value": n} for n in range(10_000)],
    [{"name": "\ud800\x00", "value": -0.0}],
]


@pytest.mark.parametrize("value", MALFORMED, ids=range(len(MALFORMED)))
@pytest.mark.parametrize("section", SECTIONS, ids=lambda each: each.label)
def test_malformed_data_is_shown_in_the_general_way(section: Section, value: Any) -> None:
    html = html_of(blocks_of(sections=[section], output={"data": value}))
    html.encode()
    assert 'class="result ' in html


BROKEN: list[Any] = [
    {},
    {"items": 3},
    {"columns": [{}]},
    {"kind": "sun", "x": NAME, "series": [VALUE]},
]
BROKEN += [{"axis": 1, "series": "x"}, {"name": [], "value": None}, {"items": [{"key": ["a"]}]}]


@pytest.mark.parametrize("config", BROKEN, ids=range(len(BROKEN)))
@pytest.mark.parametrize("kind", ["summary", "table", "chart", "radar", "ranking", "custom"])
def test_a_section_that_is_not_well_made_is_shown_in_the_general_way(
    kind: Any, config: Any
) -> None:
    assert isinstance(only(Section("data", "X", kind, config), ROWS), JsonBlock)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "value", "change", "data", "x"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(output=json_values, schema=st.none() | json_values)
def test_nothing_that_json_can_hold_breaks_it(output: Any, schema: Any) -> None:
    given_schema = schema if isinstance(schema, dict) else None
    html_of(blocks_of(sections=SECTIONS, output={"data": output}, schema=given_schema)).encode()
    html_of(blocks_of(sections=[], output=output, schema=given_schema)).encode()


EMPTY: tuple[Any, ...] = (None, {}, [], "")


class TestWithoutSections:
    SCHEMA = {
        "type": "object",
        "properties": {
            "score": {"type": "number", "title": "The score"},
            "price": {"type": "number", "x-variant": "currency"},
            "report": {"type": "string", "x-variant": "markdown"},
            "person": {"$ref": "#/$defs/Person"},
            "lines": {"type": "array", "items": {"$ref": "#/$defs/Person"}},
            "tree": {"type": "object"},
        },
        "x-order": ["price", "score"],
        "$defs": {
            "Person": {
                "type": "object",
                "properties": {
                    "site": {"type": "string", "format": "uri", "title": "Web site"},
                    "tier": {
                        "anyOf": [{"enum": ["g"], "x-enum-labels": ["Gold"]}, {"type": "null"}]
                    },
                },
            }
        },
    }

    def blocks(self, **output: Any) -> list[Any]:
        return list(blocks_of(sections=[], output=output, schema=self.SCHEMA))

    def test_plain_values_are_a_card_in_the_order_of_the_fields(self) -> None:
        (card,) = self.blocks(score=7, price=1234.5)
        assert isinstance(card, PairsBlock)
        assert [(label, value.text) for label, value in card.pairs] == [
            ("Price", "$1,234.50"),
            ("The score", "7"),
        ]

    def test_an_object_of_plain_values_is_a_card(self) -> None:
        (card,) = self.blocks(person={"site": "https://example.com/", "tier": "g"})
        assert [(label, value.kind) for label, value in card.pairs] == [
            ("Web site", "link"),
            ("Tier", "badge"),
        ]
        assert card.pairs[1][1].text == "Gold"

    def test_a_list_of_objects_is_a_table(self) -> None:
        (table,) = self.blocks(lines=[{"site": "x", "tier": None}])
        assert isinstance(table, TableBlock)
        assert [column.label for column in table.columns] == ["Web site", "Tier"]

    def test_markdown_is_markdown(self) -> None:
        (block,) = self.blocks(report="**bold**")
        assert isinstance(block, MarkdownBlock)
        assert "<strong>bold</strong>" in block.html

    def test_what_has_no_simple_form_is_a_tree(self) -> None:
        (block,) = self.blocks(tree={"a": {"b": [1, {"c": 2}]}})
        assert isinstance(block, JsonBlock)

    def test_without_a_schema_everything_is_readable(self) -> None:
        (block,) = blocks_of(sections=[], output={"hourlyRate": 5, "people": [{"n": 1}, {"n": 2}]})
        assert isinstance(block, JsonBlock)
        page = read(html_of([block]))
        assert "Hourly rate" in page.texts

    def test_an_empty_output_is_told(self) -> None:
        for output in EMPTY:
            (block,) = blocks_of(sections=[], output=output)
            assert isinstance(block, CalloutBlock)

    def test_a_file_of_ours_is_an_image_and_no_other(self) -> None:
        ours, theirs = "/files/a1/b.png?expires=1&signature=x", "https://evil.example/files/a.png"
        (block,) = blocks_of(sections=[], output={"photo": ours}, schema=self.SCHEMA)
        assert isinstance(block, ImageBlock)
        html = shown({"photo": theirs}, schema=self.SCHEMA)
        assert "<img" not in html


class TestAnyJson:
    def test_like_objects_are_a_grid(self) -> None:
        html = html_of([JsonBlock(value=[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])])
        assert [tag for tag, _ in read(html).elements].count("table") == 1

    def test_depth_and_length_end_honestly(self) -> None:
        deep: Any = 1
        for _ in range(5000):
            deep = {"in": deep}
        texts = read(
            html_of([JsonBlock(value={"deep": deep, "long": [{"x": [n]} for n in range(500)]})])
        ).texts
        assert any("in the raw JSON" in text for text in texts)
        assert any("and 450 more" in text for text in texts)

    def test_a_long_text_is_clamped_and_whole_on_demand(self) -> None:
        text = "word " * 500
        page = read(html_of([JsonBlock(value={"text": text})]))
        assert "Show all" in page.texts
        assert text.strip() in page.texts

    def test_it_can_be_copied_and_downloaded(self) -> None:
        elements = read(html_of([JsonBlock(value={"a": 1}, label="My result")])).elements
        links = [found for tag, found in elements if tag == "a"]
        assert links[0]["download"] == "my-result.json"
        assert links[0]["href"].startswith("data:application/json")
        assert [1 for _, found in elements if "data-copy" in found]
