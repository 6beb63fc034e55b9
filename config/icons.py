"""The tag `{% lucide %}`, drawing each icon once: the package's own parses and writes XML every time,
which was a third of a page."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString
from lucide.templatetags.lucide import lucide as draw

register = template.Library()


@register.simple_tag
def lucide(name: str, *, size: int | None = 24, **attributes: str) -> SafeString:
    return _drawn(name, size, tuple(attributes.items()))


@lru_cache(maxsize=2_000)
def _drawn(name: str, size: int | None, attributes: tuple[tuple[str, str], ...]) -> SafeString:
    return SafeString(draw(name, size=size, **dict(attributes)))
