"""Tables as CSV."""

from tools_app.outputs.blocks import Block


def csv_of(block: Block) -> str:
    return block.text
