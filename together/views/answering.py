"""What a participant's form sends: a change of the form itself, or an answer."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponseBase

from config.errors import AppError, InvalidInput
from together.room import Room
from tools_app.forms.edits import apply_edit
from tools_app.views.given import Given, read_given, spec_of

Show = Callable[[Given, str, int], HttpResponseBase]
"""The page again with this in the form, something to say, and a status."""


def answered(
    request: HttpRequest,
    room: Room,
    *,
    submit: Callable[[Given], None],
    done: Callable[[], HttpResponseBase],
    show: Show,
) -> HttpResponseBase:
    """Nothing typed is lost, whatever is wrong."""
    given = read_given(room.tool, request.POST)
    edit = apply_edit(
        given.value, request.POST, schema=room.tool.input_schema, spec=spec_of(room.tool)
    )
    if edit:
        value, focus = edit
        return show(replace(given, value=value, focus=focus), "", 200)
    try:
        submit(given)
    except InvalidInput as error:
        return show(replace(given, faults=error.faults), "", error.status)
    except AppError as error:
        words = f"{error.title}. {error.detail}".strip()
        return show(given, words, error.status)
    return done()
