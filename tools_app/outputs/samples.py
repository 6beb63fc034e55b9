"""Fixed results in many states, for the developers' page and the tests of it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from tools_app.definitions import Section
from tools_app.outputs import markdown
from tools_app.outputs.blocks import blocks_of
from tools_app.outputs.charts.data import KINDS
from tools_app.outputs.kinds import Block, CalloutBlock, JsonBlock, MarkdownBlock

MONTHS = ("January", "February", "March", "April", "May", "June")
MONEY = {"format": "currency", "unit": "USD"}


def _cell(key: str, label: str, form: str = "text", **more: str) -> dict[str, str]:
    return {"key": key, "label": label, "format": form, **more}


def _chart(kind: str, label: str, *series: dict[str, str]) -> Section:
    config = {"kind": kind, "x": _cell("name", "Month"), "series": list(series)}
    return Section("rows", label, "chart", config)


def summary() -> list[Block]:
    items = [
        _cell("npv", "Net present value", "currency", delta="npvChange"),
        _cell("irr", "Internal rate of return", "percent", delta="irrChange"),
        _cell("payback", "Payback", "number", unit="years", delta="same"),
        _cell("level", "Level"),
        _cell("nothing", "Not known"),
    ]
    value = {
        "npv": 51631.47,
        "npvChange": 1204.5,
        "irr": 28.65,
        "irrChange": -1.2,
        "payback": 2.5,
        "same": 0,
        "level": "Established",
        "nothing": None,
    }
    section = Section("summary", "Summary", "summary", {"items": items})
    return blocks_of(sections=[section], output={"summary": value})


def _months() -> list[dict[str, Any]]:
    rows = zip(
        MONTHS, (12, 19, 8, -6, 0, 24), (7, 11, 15, 9, None, 4), (3, 6, 2, 5, 4, 9), strict=True
    )
    return [
        {"name": name, "a": Decimal(a) * 1000, "b": b and b * 1000, "c": c * 1000}
        for name, a, b, c in rows
    ]


def charts() -> list[Block]:
    """Each kind, with a negative number and a missing one where they can be drawn."""
    one = [_cell("a", "Net result", "currency")]
    three = [*one, _cell("b", "Services", "currency"), _cell("c", "Licences", "currency")]
    sections = [_chart("bar", "Bar, one series", *one)]
    sections += [_chart(kind, f"{kind.capitalize()}, three series", *three) for kind in KINDS[:4]]
    sections += [_chart(kind, kind.capitalize(), three[2]) for kind in KINDS[4:]]
    return blocks_of(sections=sections, output={"rows": _months()})


def edges() -> list[Block]:
    """One point, zeros, long names, many rows, twelve series."""
    long = "A category whose name is far too long for the place that it has in any chart"
    keys = [f"k{index}" for index in range(12)]
    wide = {"name": "Now", **{key: 3 + index for index, key in enumerate(keys)}}
    series = [_cell(key, f"Series {index + 1}", "number") for index, key in enumerate(keys)]
    later = {**wide, "name": "Later", **{key: 14 - index for index, key in enumerate(keys)}}
    given: list[tuple[Section, list[dict[str, Any]]]] = [
        (_chart("line", "One point", _cell("a", "Value", "number")), [{"name": "Only", "a": 7}]),
        (
            _chart("bar", "All zero", _cell("a", "Value", "number")),
            [{"name": "A", "a": 0}, {"name": "B", "a": 0}],
        ),
        (_chart("pie", "A whole", _cell("a", "Value", "number")), [{"name": "All", "a": 9}]),
        (
            _chart("bar", "Long names", _cell("a", "Share", "percent")),
            [{"name": f"{long} {i}", "a": 90 - 25 * i} for i in range(5)],
        ),
        (_chart("line", "Twelve series", *series), [wide, later]),
        (_chart("stacked-bar", "Twelve, stacked", *series), [wide, later]),
        (
            _chart("donut", "More than twelve parts", _cell("a", "Value", "currency")),
            [{"name": f"Part {i}", "a": 20 - i} for i in range(18)],
        ),
    ]
    return [
        block
        for section, rows in given
        for block in blocks_of(sections=[section], output={"rows": rows})
    ]


def tables() -> list[Block]:
    columns = [
        _cell("name", "Product"),
        _cell("price", "Price", "currency"),
        _cell("weight", "Weight", "number", unit="lb"),
        _cell("share", "Share", "percent"),
        _cell("notes", "Notes"),
    ]
    rows = [
        {
            "name": f"Product {index:03}",
            "price": Decimal(index * 7919 % 1000) + Decimal("0.5"),
            "weight": index * 31 % 97,
            "share": index % 100,
            "notes": ["safe", "light"] if index % 3 else None,
        }
        for index in range(1, 251)
    ]
    rows[3]["notes"] = "A rather long remark. " * 40
    few = [
        {
            "name": "=1+1",
            "price": -12.5,
            "weight": {"value": 3, "unit": "kg"},
            "share": 12.25,
            "notes": "+44 20",
        },
        *rows[1:4],
    ]
    made = [
        Section(key, label, "table", {"columns": columns})
        for key, label in (("few", "A few products"), ("many", "Price list"))
    ]
    return blocks_of(sections=made, output={"few": few, "many": rows})


def rankings() -> list[Block]:
    names = ("Data", "Infrastructure", "Talent and skills", "Governance", "Culture")
    rows = [
        {"name": name, "score": 92 - 17 * at, "last": 60 + 6 * at, "why": "Weighted by the team"}
        for at, name in enumerate(names)
    ]
    series = [_cell("score", "Now", "number"), _cell("last", "Last year", "number")]
    sections = [
        Section(
            "rows",
            "Readiness",
            "radar",
            {"axis": _cell("name", "Dimension"), "series": series, "min": 0, "max": 100},
        ),
        Section(
            "rows",
            "What to do first",
            "ranking",
            {
                "name": _cell("name", "Dimension"),
                "value": _cell("score", "Score", "number", unit="points"),
                "details": [_cell("last", "Last year", "number"), _cell("why", "Why")],
            },
        ),
    ]
    return blocks_of(sections=sections, output={"rows": rows})


PROSE = """# Findings

The pump runs **hot** in summer; see the [manual](https://example.com/pumps) or ask
[the desk](mailto:desk@example.com).

1. Check the valve
2. Read `pressure` again

| Month | Degrees |
|---|---|
| June | 31 |
| July | 34 |

> Do not open it while it runs.
"""


def texts() -> list[Block]:
    schema = {
        "type": "object",
        "properties": {
            "report": {"type": "string", "x-variant": "markdown", "title": "Report"},
            "contact": {
                "type": "object",
                "title": "Contact",
                "properties": {
                    "site": {"type": "string", "format": "uri", "title": "Site"},
                    "mail": {"type": "string", "format": "email", "title": "E-mail"},
                    "phone": {"type": "string", "x-type": "phone", "title": "Phone"},
                    "since": {"type": "string", "format": "date", "title": "Since"},
                    "active": {"type": "boolean", "title": "Active"},
                    "tier": {
                        "type": "string",
                        "enum": ["gold"],
                        "x-enum-labels": ["Gold"],
                        "title": "Tier",
                    },
                },
            },
        },
    }
    contact = {
        "site": "https://example.com/a",
        "mail": "desk@example.com",
        "phone": "+44 20 7946 0000",
        "since": "2026-03-05",
        "active": True,
        "tier": "gold",
    }
    made = blocks_of(sections=[], output={"report": PROSE, "contact": contact}, schema=schema)
    tones: list[Any] = ["info", "success", "warning", "danger"]
    return [
        *made,
        *(CalloutBlock(text=f"This is what {tone} looks like.", tone=tone) for tone in tones),
    ]


def references() -> list[Block]:
    """Files, entities and moments, as they look before anybody asks for their names."""
    file = "/files/01890a5d-ac96-774b-bcce-b302099a8057/offer.pdf"
    schema = {
        "type": "object",
        "properties": {
            "contract": {"type": "string", "x-type": "media", "title": "Contract"},
            "attachments": {"type": "array", "x-type": "media", "title": "Attachments"},
            "owner": {"type": "string", "x-entity-type": "person", "title": "Owner"},
            "tools": {"type": "array", "x-entity-type": "tool", "title": "Tools"},
            "at": {"type": "string", "format": "date-time", "title": "Checked"},
            "due": {"type": "string", "format": "date", "title": "Due"},
        },
    }
    output = {
        "contract": file,
        "attachments": [file, "https://example.com/terms.pdf"],
        "owner": "Ada Lovelace",
        "tools": ["quick-score", "roi-calculator"],
        "at": "2026-03-05T09:30:00+00:00",
        "due": "2026-04-01",
    }
    return blocks_of(sections=[], output=output, schema=schema)


def anything() -> list[Block]:
    deep: Any = "the end"
    for _ in range(12):
        deep = {"inner": deep}
    value = {
        "customer": {"name": "Ada", "address": {"city": "London", "postcode": "N1"}},
        "orders": [{"id": 1, "total": 12.5}, {"id": 2, "total": 99}],
        "tags": ["new", "paid"],
        "readings": list(range(80)),
        "text": "All work and no play makes a long text. " * 40,
        "nothing": None,
        "deep": deep,
    }
    return [JsonBlock(value=value, label="Any JSON")]


def prose(text: str) -> list[Block]:
    return [MarkdownBlock(html=markdown.render(text), label="Markdown")]


SAMPLES: dict[str, Callable[[], list[Block]]] = {
    "summary": summary,
    "charts": charts,
    "edges": edges,
    "tables": tables,
    "rankings": rankings,
    "texts": texts,
    "references": references,
    "anything": anything,
}
