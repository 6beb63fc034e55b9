"""Results on every surface: a page, a session, an embed, a chat and paper show the same blocks.

found = blocks_of(sections=…, output=…, schema=…, slug=…)   # what it is
found = named(found, principal)                             # for somebody who looks at it
as_page(found)  as_session(found)  as_embed(found)  as_chat(found, more=…)  as_pdf(found, paper)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tools_app.outputs.kinds import Block, RankingBlock, TableBlock
from tools_app.outputs.paper import Paper

CHAT_BLOCKS, CHAT_ROWS = 3, 8


def as_page(blocks: Sequence[Block]) -> SafeString:
    """On the page of a tool or a run."""
    return _html(blocks, "page")


def as_session(blocks: Sequence[Block]) -> SafeString:
    """Among the submissions of a session, or their aggregate."""
    return _html(blocks, "session")


def as_embed(blocks: Sequence[Block]) -> SafeString:
    """On somebody else's page: what leads away opens beside it, and nothing leads to pages that ask
    for signing in."""
    return _html(blocks, "embed")


def as_chat(blocks: Sequence[Block], *, more: str = "") -> SafeString:
    """The first blocks, cut short. `more` is the address of the whole result."""
    shown = [_shortened(block) for block in blocks[:CHAT_BLOCKS]]
    return _html(shown, "chat", whole_url=more, left=len(blocks) - len(shown))


def as_pdf(blocks: Sequence[Block], paper: Paper) -> bytes:
    """To print, send and keep."""
    # What it needs takes a third of a second to load, and most processes never print.
    from tools_app.outputs.pdf import pdf_of

    return pdf_of(blocks, paper)


def _html(blocks: Sequence[Block], surface: str, **more: Any) -> SafeString:
    context = {"blocks": blocks, "surface": surface, **more}
    return render_to_string("outputs/blocks.html", context)


def _shortened(block: Block) -> Block:
    if isinstance(block, TableBlock) and len(block.rows) > CHAT_ROWS:
        left = block.more + len(block.rows) - CHAT_ROWS
        return replace(block, rows=block.rows[:CHAT_ROWS], more=left)
    if isinstance(block, RankingBlock) and len(block.ranks) > CHAT_ROWS:
        left = block.more + len(block.ranks) - CHAT_ROWS
        return replace(block, ranks=block.ranks[:CHAT_ROWS], more=left)
    return block
