"""The paper: A4, its margins, its type, what stands on every page."""

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from tools_app.outputs.formatting import clean
from tools_app.outputs.pdf.fonts import BODY, CODE, add_fonts

MARGIN, FOOT = 48.0, 56.0
TITLE, HEADING, TEXT, SMALL = 20.0, 12.5, 10.0, 8.5
LEADING = 1.45
INK, MUTED, LINE, ACCENT, SOFT = (
    (29, 27, 24),
    (101, 96, 90),
    (214, 210, 204),
    (13, 101, 86),
    (246, 245, 242),
)


class Sheet(FPDF):
    """Measured in points. `foot` is written at the end of every page, `name` above every further
    one."""

    def __init__(self, *, name: str, foot: str, wide: bool = False) -> None:
        super().__init__("landscape" if wide else "portrait", "pt", "A4")
        self.name, self.foot = clean(name), clean(foot)
        add_fonts(self)
        self.c_margin = 0
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.set_auto_page_break(auto=True, margin=FOOT)
        self.set_title(self.name)
        self.set_creator("Tenon")
        self.set_lang("en")
        self.alias_nb_pages()
        self.add_page()
        self.set_font(BODY, size=TEXT)

    def header(self) -> None:
        if self.page_no() == 1:
            return
        self.words(self.name, size=SMALL, colour=MUTED)
        self.ln(6)

    def footer(self) -> None:
        self.set_y(-FOOT + 18)
        self.set_font(BODY, size=SMALL)
        self.set_text_color(*MUTED)
        room = self.epw - 90
        foot = self.foot
        while foot and self.get_string_width(foot) > room:
            foot = foot[:-2].rstrip("…") + "…"
        self.cell(room, 12, foot)
        self.cell(90, 12, f"{self.page_no()} / {{nb}}", align="R")

    def words(
        self,
        text: str,
        *,
        size: float = TEXT,
        bold: bool = False,
        colour: tuple[int, int, int] = INK,
        indent: float = 0,
        code: bool = False,
    ) -> None:
        """A paragraph; the next thing is below it."""
        self.set_font(CODE if code else BODY, "B" if bold and not code else "", size)
        self.set_text_color(*colour)
        self.set_x(MARGIN + indent)
        shown = clean(text).replace("\t", "    ")
        self.multi_cell(
            self.epw - indent, size * LEADING, shown, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def heading(self, text: str, room: float) -> None:
        """Never alone at the end of a page: what follows needs so much room."""
        self.keep_together(room + 30)
        self.ln(14)
        self.words(text, size=HEADING, bold=True)
        self.ln(4)

    def keep_together(self, height: float) -> None:
        """Begin a new page where so much does not fit on this one."""
        if self.will_page_break(height) and self.get_y() > MARGIN + 30:
            self.add_page()
