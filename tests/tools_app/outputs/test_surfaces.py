"""One result on every surface: a page, an embed, a chat and paper."""

import io
import re
from itertools import count

import pytest
from pypdf import PdfReader

from config.paths import ROOT
from tests.conftest import Person
from tests.tools_app.outputs.test_hostile import CORPUS, hostile_blocks
from tests.tools_app.samples import refuse, registered, sample
from tools_app.outputs.cells import Cell
from tools_app.outputs.paper import Paper
from tools_app.outputs.pdf.pictures import SERIES
from tools_app.outputs.samples import SAMPLES, references, tables
from tools_app.outputs.surfaces import as_chat, as_embed, as_page, as_pdf, as_session
from tools_app.outputs.tables import table_of
from tools_app.registry import registry

PAPER = Paper(title="A result", foot="https://acme.example/runs/1")


def _read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def _text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in _read(content).pages)


def _lines_drawn(content: bytes) -> int:
    """Points that paths go through."""
    pages = _read(content).pages
    streams = (page.get_contents() for page in pages)
    return sum(
        len(re.findall(rb" [lc]\b", each.get_data())) for each in streams if each is not None
    )


class TestPaper:
    @pytest.mark.parametrize("name", sorted(SAMPLES))
    def test_everything_that_a_page_shows_can_be_printed(self, name: str) -> None:
        text = _text(as_pdf(SAMPLES[name](), PAPER))
        assert "cannot be printed" not in text
        assert "A result" in text
        assert "https://acme.example/runs/1" in text
        for label in (block.label for block in SAMPLES[name]() if block.label):
            assert label in text

    def test_nothing_hostile_stops_it(self) -> None:
        texts = list(CORPUS.values())
        blocks = [
            block for text in texts[:: max(1, len(texts) // 8)] for block in hostile_blocks(text)
        ]
        assert as_pdf(blocks, PAPER).startswith(b"%PDF-")

    def test_a_wide_table_lies_across(self) -> None:
        for columns, lies in ((4, False), (9, True)):
            cells = [Cell(f"k{at}", f"Column {at}") for at in range(columns)]
            table = table_of([{"k0": "a"}], cells, label="Table")
            box = _read(as_pdf([table], PAPER)).pages[0].mediabox
            assert (box.width > box.height) is lies

    def test_its_colours_are_those_of_the_page(self) -> None:
        css = (ROOT / "static/css/components/chart.css").read_text()
        found = re.findall(r"\.s\d+ \{ --s: light-dark\((#\w+),", css)
        assert tuple(found) == SERIES


class TestDownload:
    def _ran(self, person: Person, slug: str) -> tuple[str, dict[str, object]]:
        example = registry.get(slug).examples[0]
        client = person.program("tools:execute", "tools:read")
        body = {"input": example}
        answer = client.post(f"/api/tools/{slug}/run", body, content_type="application/json")
        run = client.get(f"/api/runs/{answer.json()['run_id']}").json()
        return run["pdf"], run

    def test_it_has_the_numbers_the_chart_and_the_input(self, alice: Person) -> None:
        address, _ = self._ran(alice, "roi-calculator")
        answer = alice.browser().get(address)
        assert answer["Content-Type"] == "application/pdf"
        text = _text(answer.content)
        for words in ("ROI calculator", "$51,631.47", "28.65%", "Workspace: Acme", "Input"):
            assert words in text
        assert _lines_drawn(answer.content) > 20, "the chart is drawn, not a picture of it"
        assert _read(answer.content).metadata.title == "ROI calculator"  # type: ignore[union-attr]

    def test_the_page_links_to_the_same(self, alice: Person, bob: Person) -> None:
        address, run = self._ran(alice, "ai-readiness")
        page = alice.browser().get(f"/runs/{run['id']}").content.decode()
        link = f"/runs/{run['id']}/result.pdf"
        assert f'href="{link}"' in page
        assert _text(alice.browser().get(link).content) == _text(
            alice.browser().get(address).content
        )
        for path in (link, address):
            assert bob.browser().get(path).status_code == 404, "somebody else's"

    def test_a_run_that_failed_has_none(self, alice: Person) -> None:
        program = alice.program("tools:execute")
        with registered(sample(refuse)):
            sent = {"input": {"a": 1}}
            run = program.post(
                "/api/tools/sample/run", sent, content_type="application/json"
            ).json()
            assert program.get(f"/api/runs/{run['run_id']}").json()["pdf"] is None
            assert program.get(f"/api/runs/{run['run_id']}/result.pdf").status_code == 404


class TestHtml:
    def test_a_page_and_a_session_show_all_of_it(self) -> None:
        for render in (as_page, as_session):
            html = render(tables())
            assert html.count("<section") == len(tables())
            assert 'target="_blank"' not in html

    def test_an_embed_leads_nowhere_that_asks_for_signing_in(self) -> None:
        html = as_embed(references())
        links = re.findall(r"<a\b[^>]*>", html)
        assert links
        assert all('target="_blank"' in link for link in links)
        assert "/tools/" not in html

    def test_a_chat_is_short_and_says_where_the_rest_is(self) -> None:
        blocks = [block for _, block in zip(count(), tables() * 3, strict=False)]
        html = as_chat(blocks, more="/runs/1")
        assert html.count("<section") == 3
        assert html.count("<tr") <= 3 * 9
        assert re.search(rf'href="/runs/1">\s*{len(blocks) - 3} more parts', html)
        assert "242 more" in html
