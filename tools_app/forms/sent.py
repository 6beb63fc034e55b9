"""The data of a form, by the names of its controls."""

from django.http import QueryDict

from tools_app.forms.names import ROW

MOST_ROWS = 10_000


class Sent:
    def __init__(self, data: QueryDict, prefix: str) -> None:
        self._data = data
        self._prefix = prefix
        self._rows: dict[str, list[str]] = self._listed()

    def has(self, name: str) -> bool:
        return self._prefix + name in self._data

    def all(self, name: str) -> list[str]:
        found = self._data.getlist(self._prefix + name)
        return [_text(each) for each in found if isinstance(each, str)]

    def last(self, name: str) -> str:
        """A switch sends “false” first and, when it is on, “true” after it."""
        found = self.all(name)
        return found[-1] if found else ""

    def marks(self, mark: str, name: str) -> bool:
        return name in self._data.getlist(self._prefix + mark)

    def rows(self, name: str) -> list[str]:
        """The indexes of a list's rows in the order of the page. They may have gaps."""
        return self._rows.get(name, [])

    def _listed(self) -> dict[str, list[str]]:
        """Rows say that they are there; a program that sends only values need not."""
        found: dict[str, dict[str, None]] = {}
        for row in self._data.getlist(self._prefix + ROW)[:MOST_ROWS]:
            place, _, at = str(row).rpartition("/")
            if at.isdecimal():
                found.setdefault(place, {})[at] = None
        for name in list(self._data)[:MOST_ROWS]:
            if name.startswith(self._prefix + "/"):
                self._guess(name.removeprefix(self._prefix), found)
        return {place: list(rows) for place, rows in found.items()}

    @staticmethod
    def _guess(name: str, found: dict[str, dict[str, None]]) -> None:
        steps = name.split("/")
        for at, step in enumerate(steps):
            if at and step.isdecimal():
                found.setdefault("/".join(steps[:at]), {}).setdefault(step, None)


def _text(text: str) -> str:
    """Browsers send every line end as two characters."""
    return text.replace("\r\n", "\n")
