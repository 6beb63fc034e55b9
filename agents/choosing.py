"""Which connection and which model answer."""

from agents.models import ModelConnection
from agents.providers import Chosen
from config.errors import AppError


class NoModel(AppError):
    status, code, title = 409, "no_model", "No model is connected"


def chosen_model(wanted: str = "") -> Chosen:
    """`connection:model`, a model's name alone, or nothing. What is not allowed becomes the
    default. Raises `NoModel`."""
    rows = list(ModelConnection.objects.filter(enabled=True))
    default = next((row for row in rows if row.is_default), None)
    slug, _, model = wanted.partition(":")
    named = next((row for row in rows if row.slug == slug), None)
    if named:
        return Chosen(named, named.model_for(model))
    offering = [row for row in rows if wanted and wanted in row.models]
    if default and (default in offering or not offering):
        return Chosen(default, default.model_for(wanted))
    if offering:
        return Chosen(offering[0], wanted)
    raise NoModel("Ask an administrator to set up a connection and make it the default.")
