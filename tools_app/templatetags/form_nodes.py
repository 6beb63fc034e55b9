"""What the templates of fields need beyond Django's own filters."""

import json
import re
from datetime import date, datetime
from typing import Any

import nh3
from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

register = template.Library()

_MARKDOWN = MarkdownIt("commonmark", {"html": False})

ZONES = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Helsinki",
    "Europe/Istanbul", "Africa/Cairo", "Africa/Lagos", "Africa/Johannesburg", "Asia/Dubai",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Bangkok", "Asia/Shanghai", "Asia/Singapore",
    "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo", "America/New_York",
    "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage",
    "Pacific/Honolulu",
)  # fmt: skip


@register.filter(name="get")
def get(mapping: dict[str, Any], key: str) -> Any:
    return mapping.get(key, "")


@register.filter
def grouped(value: Any) -> str:
    """1234567.5 is 1,234,567.5. Text stays as it is."""
    return f"{value:,}" if isinstance(value, int | float) else str(value)


@register.filter
def dated(value: Any) -> str:
    """A date or a moment in words; as it is where it is neither."""
    try:
        if len(str(value)) == 10:
            return date_format(date.fromisoformat(str(value)), "j M Y")
        return date_format(datetime.fromisoformat(str(value)), "j M Y, H:i O")
    except ValueError:
        return str(value)


@register.filter
def is_web(value: Any) -> bool:
    """Whether it may be a link: nothing but http and https."""
    return bool(re.match(r"https?://", str(value)))


@register.filter
def digits(value: Any) -> str:
    return re.sub(r"[^0-9+]", "", str(value))


@register.simple_tag
def zones(chosen: str) -> list[str]:
    return [*ZONES] if chosen in ZONES else [chosen, *ZONES]


@register.filter
def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def markdown(value: Any) -> SafeString:
    """Markdown as HTML, without whatever could do more than look like text. Pictures are left out:
    they would call other hosts."""
    html = nh3.clean(_MARKDOWN.render(str(value)), tags=nh3.ALLOWED_TAGS - {"img"})
    return mark_safe(html)  # noqa: S308 - cleaned above
