"""Results on paper: the same blocks, the same charts."""

from tools_app.outputs.pdf.document import pdf_of

__all__ = ["pdf_of"]
