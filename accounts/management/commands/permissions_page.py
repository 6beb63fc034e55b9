from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.catalogue import CATALOGUE, SCOPES, Role
from config.paths import ROOT

PAGE = ROOT / "docs" / "permissions.md"


class Command(BaseCommand):
    help = "Write docs/permissions.md from the catalogue in the code; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *_args: Any, **options: Any) -> None:
        text = page()
        if not options["check"]:
            PAGE.write_text(text)
        elif PAGE.read_text() != text:
            raise CommandError("docs/permissions.md is out of date: run manage.py permissions_page")


def page() -> str:
    lines = [
        "# Roles, rights and scopes",
        "",
        "Generated from `accounts/catalogue.py` by `manage.py permissions_page`; do not edit.",
        "",
        "A right is `{resource}.{level}.{action}`. A person has one role; a role has all rights of",
        "the roles below it. An API key has the rights of its owner that its scopes name, at the",
        "moment of each request. Rights of the level `platform` exist in the operators' workspace",
        "only.",
        "",
        "## Roles",
        "",
        "| Role | For |",
        "|---|---|",
        *(f"| {role.label} | {role.purpose} |" for role in Role),
        "",
        "## Rights",
        "",
    ]
    for resource, rights in groupby(CATALOGUE, key=lambda right: right.resource):
        lines += [
            f"### {resource}",
            "",
            "| Right | Allows | " + _heads() + " |",
            "|---|---|" + "---|" * 6,
        ]
        for right in rights:
            marks = " | ".join("●" if role.outranks_or_equals(right.least) else "" for role in Role)
            lines.append(f"| `{right.code}` | {right.words} | {marks} |")
        lines.append("")
    lines += ["## Scopes of API keys", "", "| Scope | Allows | Rights |", "|---|---|---|"]
    for name, scope in SCOPES.items():
        codes = ", ".join(f"`{code}`" for code in sorted(scope.rights))
        lines.append(f"| `{name}` | {scope.words} | {codes} |")
    return "\n".join([*lines, ""])


def _heads() -> str:
    return " | ".join(role.label for role in Role)
