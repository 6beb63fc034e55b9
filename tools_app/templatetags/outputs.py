"""What the templates of results need beyond their blocks."""

from decimal import Decimal
from typing import Any

from django import template

from tools_app.outputs.formatting import show_number
from tools_app.outputs.generic import Node, node_of

register = template.Library()


@register.filter
def grouped(number: int) -> str:
    """2000 → 2,000"""
    return show_number(Decimal(number))


@register.filter
def as_node(value: Any) -> Node:
    """Any JSON, for `outputs/_node.html`."""
    return node_of(value)
