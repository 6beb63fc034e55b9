"""The blocks there are: what a result is made of, whichever surface shows it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal

from django.utils.safestring import SafeString
from django.utils.text import slugify

from tools_app.outputs import charts
from tools_app.outputs.charts.data import Chart, RadarData
from tools_app.outputs.files import data_address
from tools_app.outputs.formatting import clean, written
from tools_app.outputs.generic import Node, node_of
from tools_app.outputs.values import Shown

Width = Literal["full", "half"]
FIRST_ROWS = 100
MOST_ROWS = 2_000
LONGEST_RAW = 200_000


@dataclass(frozen=True, kw_only=True)
class Block:
    """`label` is its heading, `key` where in the output it comes from, `note` what a reader
    should know about it. Each kind has a template of its own."""

    kind: ClassVar[str] = ""
    label: str = ""
    key: str = ""
    width: Width = "full"
    note: str = ""

    @property
    def template(self) -> str:
        return f"outputs/{self.kind}.html"

    @property
    def filename(self) -> str:
        return slugify(self.label) or slugify(self.key) or "result"


@dataclass(frozen=True)
class Delta:
    """A signed change: an arrow, the number, and words that need neither."""

    text: str
    words: str
    direction: Literal["up", "down", "flat"]


@dataclass(frozen=True)
class Card:
    label: str
    value: Shown
    delta: Delta | None = None


@dataclass(frozen=True, kw_only=True)
class SummaryBlock(Block):
    kind: ClassVar[str] = "summary"
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class PairsBlock(Block):
    """An object of plain values: a key-value card."""

    kind: ClassVar[str] = "pairs"
    pairs: tuple[tuple[str, Shown], ...]


@dataclass(frozen=True)
class Column:
    label: str
    is_numeric: bool = False


@dataclass(frozen=True, kw_only=True)
class TableBlock(Block):
    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[Shown, ...], ...]
    # Rows that were left out.
    more: int = 0
    first_rows: ClassVar[int] = FIRST_ROWS

    @property
    def is_paged(self) -> bool:
        return len(self.rows) > FIRST_ROWS

    @property
    def csv_address(self) -> str:
        from tools_app.outputs.tables import csv_of

        return data_address(csv_of(self), "text/csv")


@dataclass(frozen=True, kw_only=True)
class ChartBlock(Block):
    kind: ClassVar[str] = "chart"
    chart: Chart
    data: TableBlock

    @property
    def figure(self) -> "charts.Figure":
        return charts.draw(self.chart)


@dataclass(frozen=True, kw_only=True)
class RadarBlock(Block):
    kind: ClassVar[str] = "chart"
    chart: RadarData
    data: TableBlock

    @property
    def figure(self) -> "charts.Figure":
        return charts.draw(self.chart)


@dataclass(frozen=True)
class Rank:
    place: int
    name: str
    value: Shown
    # How much of the scale the value fills, 0 to 100.
    share: Decimal
    details: tuple[tuple[str, Shown], ...] = ()


@dataclass(frozen=True, kw_only=True)
class RankingBlock(Block):
    kind: ClassVar[str] = "ranking"
    ranks: tuple[Rank, ...]
    value_label: str = ""
    more: int = 0


@dataclass(frozen=True, kw_only=True)
class MarkdownBlock(Block):
    """`html` has been through the allowlist."""

    kind: ClassVar[str] = "markdown"
    html: SafeString


@dataclass(frozen=True, kw_only=True)
class ImageBlock(Block):
    """`src` is a signed address of a file of ours; anything else is refused."""

    kind: ClassVar[str] = "image"
    src: str
    alt: str = ""


@dataclass(frozen=True, kw_only=True)
class FileBlock(Block):
    """A file that is no picture: its name, what it is, and the way to it."""

    kind: ClassVar[str] = "file"
    file: Shown


@dataclass(frozen=True, kw_only=True)
class CalloutBlock(Block):
    kind: ClassVar[str] = "callout"
    text: str
    tone: Literal["info", "success", "warning", "danger"] = "info"

    @property
    def words(self) -> str:
        return clean(self.text)


@dataclass(frozen=True, kw_only=True)
class JsonBlock(Block):
    """Any JSON, readable."""

    kind: ClassVar[str] = "json"
    value: Any

    @property
    def node(self) -> Node:
        return node_of(self.value)

    @property
    def raw(self) -> str:
        made = written(self.value, indent=2)
        if len(made) <= LONGEST_RAW:
            return made
        return f"{made[:LONGEST_RAW]}\n… and {len(made) - LONGEST_RAW:,} characters more"

    @property
    def address(self) -> str:
        return data_address(written(self.value, indent=2), "application/json")
