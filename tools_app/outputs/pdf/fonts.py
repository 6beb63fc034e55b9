"""Fonts that a document carries with it. FiraGO has Latin, Greek, Cyrillic, Arabic, Hebrew, Thai and
more; what none of them has is drawn as an empty box."""

import logging
import os
import tempfile
from functools import cache
from pathlib import Path

import pymupdf_fonts  # type: ignore[import-untyped]  # it has no types
from fpdf import FPDF

BODY, CODE, SIGNS = "body", "code", "signs"
FACES = ((BODY, "", "figo"), (BODY, "B", "figbo"), (CODE, "", "fimo"), (SIGNS, "", "symbol2"))

# They log every character that a font lacks: that is somebody's text.
for _name in ("fpdf", "fontTools"):
    logging.getLogger(_name).setLevel(logging.ERROR)


def add_fonts(pdf: FPDF) -> None:
    for family, style, code in FACES:
        pdf.add_font(family, style, _file(code))
    pdf.set_fallback_fonts([SIGNS], exact_match=False)


@cache
def _file(code: str) -> Path:
    """Fonts are read from files; the package keeps them as Python."""
    folder = Path(tempfile.gettempdir()) / f"tenon-fonts-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{code}.ttf"
    content = pymupdf_fonts.myfont(code)
    if not path.exists() or path.stat().st_size != len(content):
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as made:
            made.write(content)
        Path(made.name).replace(path)
    return path
