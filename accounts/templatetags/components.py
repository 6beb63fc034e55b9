"""Components that have something inside of them. The others are templates in `components/`."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

LISTING = """<div class="table-card">
  <div class="table-wrap" role="group" aria-label="{}" tabindex="0">
    <table class="table">{}</table>
  </div>
</div>"""


@register.simple_block_tag
def listing(content: str, label: str) -> SafeString:
    """A table of rows: `{% listing "Table of keys" %}<thead>…<tbody>…{% endlisting %}`. What is wider
    than the page is scrolled to, by keyboard too; where the page is narrow, rows become cards."""
    return format_html(LISTING, label, content)
