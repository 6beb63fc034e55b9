"""Schedules as people say them."""

from django import template

from tools_app.triggers.times import in_words

register = template.Library()


@register.filter
def cron_words(cron: str) -> str:
    """30 7 * * 1-5 → At 07:30 on Monday through Friday"""
    return in_words(cron)
