"""Components that have something inside of them. The others are templates in `components/`."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

LISTING = """<div class="table-card">
  <div class="table-wrap" role="group" aria-label="{}" tabindex="0">
    <table class="table">{}{}</table>
  </div>
</div>"""
ACTIONS = format_html('<span class="visually-hidden">{}</span>', "Actions")


@register.simple_block_tag
def listing(content: str, label: str, *columns: str) -> SafeString:
    """A table of rows: `{% listing "Table of keys" "Key" "Made" "" %}<tbody>…{% endlisting %}`; a column
    without a name has the row's actions. Without columns, the table brings its own head.

    What is wider than the page is scrolled to, by keyboard too; where the page is narrow, rows
    become cards."""
    return format_html(LISTING, label, _head(columns), content)


def _head(columns: tuple[str, ...]) -> SafeString:
    if not columns:
        return SafeString("")
    cells = format_html_join(
        "", '<th scope="col">{}</th>', ((column or ACTIONS,) for column in columns)
    )
    return format_html("<thead><tr>{}</tr></thead>", cells)
