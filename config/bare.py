"""Rows without the ceremony: Django takes longer to make one than PostgreSQL to find or write it."""

from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models.base import Model, ModelState

Row = TypeVar("Row", bound=Model)


def bare(model: type[Row], **values: Any) -> Row:
    """A row that is, or is about to be, in the database. All of its columns must be given."""
    row = model.__new__(model)
    row.__dict__.update(values)
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row
