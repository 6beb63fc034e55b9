"""A form as a browser without script sees it: what it would send."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.loader import render_to_string

from tools_app.forms.build import form_for
from tools_app.forms.nodes import Form

CHECKED = ("checkbox", "radio")


class Page(HTMLParser):
    """The successful controls of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.pairs: list[tuple[str, str]] = []
        self.names: list[str] = []
        self.words: list[str] = []
        self._inert = 0
        self._area: str | None = None
        self._text = ""
        self._select: dict[str, Any] | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "template":
            self._inert += 1
        if self._inert:
            return
        self.names += [given["name"]] if given.get("name") else []
        if tag == "input":
            self._input(given)
        elif tag == "textarea":
            self._area, self._text = given["name"], ""
        elif tag == "select":
            self._select = {**given, "first": None, "chosen": []}
        elif tag == "option" and self._select is not None:
            self._option(self._select, given)

    @staticmethod
    def _option(select: dict[str, Any], given: dict[str, str]) -> None:
        if select["first"] is None:
            select["first"] = given["value"]
        if "selected" in given:
            select["chosen"].append(given["value"])

    def _input(self, given: dict[str, str]) -> None:
        if "disabled" in given or not given.get("name"):
            return
        if given.get("type") in CHECKED and "checked" not in given:
            return
        self.pairs.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._inert -= 1
        elif tag == "textarea" and self._area is not None:
            text = self._text.removeprefix("\n").replace("\n", "\r\n")
            self.pairs.append((self._area, text))
            self._area = None
        elif tag == "select" and self._select is not None:
            self._sent_by_select(self._select)
            self._select = None

    def _sent_by_select(self, select: dict[str, Any]) -> None:
        chosen = select["chosen"]
        if "multiple" not in select:
            chosen = chosen[-1:] or ([select["first"]] if select["first"] is not None else [])
        self.pairs += [(select["name"], token) for token in chosen]

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._text += data
        elif not self._inert:
            self.words.append(data)

    def data(self) -> QueryDict:
        return QueryDict(urlencode(self.pairs))


def html_of(form: Form) -> str:
    return render_to_string("forms/form.html", {"form": form})


def sent_by(form: Form) -> QueryDict:
    return Page(html_of(form)).data()


def shown(**given: Any) -> Page:
    return Page(html_of(form_for(**given)))
