"""Rules of the house that a reader would otherwise have to remember."""

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.catalogue import CATALOGUE, RIGHTS, SCOPES, Role, rights_of
from config.paths import ROOT

OURS = (
    *("config", "tenants", "accounts", "operators", "files", "sessions_app", "tools_app"),
    *("agents", "tasks", "together"),
)


def _sources(*folders: str) -> list[Path]:
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return [path for path in files if "migrations" not in path.parts]


def test_views_and_api_fetch_only_through_access() -> None:
    """Fetching authorises: see accounts/access.py."""
    pattern = re.compile(r"\.objects\b(?!\.none\(\))|get_object_or_404")
    found = [
        str(path.relative_to(ROOT))
        for path in _sources(*OURS)
        if {"views", "api"} & set(path.parts) and pattern.search(path.read_text())
    ]
    assert found == []


def test_no_template_has_inline_script_style_or_handlers() -> None:
    pattern = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", re.IGNORECASE)
    found = [
        str(path)
        for path in (ROOT / "templates").rglob("*.html")
        if pattern.search(path.read_text())
    ]
    assert found == []


def test_migrations_match_the_models(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_permissions_page_is_up_to_date() -> None:
    call_command("permissions_page", check=True, stdout=StringIO())


def test_every_setting_is_documented() -> None:
    sources = "".join(path.read_text() for path in _sources("config"))
    names = set(re.findall(r'env\.(?:text|flag|integer|choice)\(\s*"([A-Z_]+)"', sources))
    example = (ROOT / ".env.example").read_text()
    operating = (ROOT / "docs" / "operating.md").read_text()
    assert names
    for name in names:
        assert re.search(rf"^#? ?{name}=", example, re.MULTILINE), f"{name} in .env.example"
    for command in _commands():
        assert f"`{command}`" in operating or f"manage.py {command}" in operating, command


def _commands() -> list[str]:
    files = [path for folder in OURS for path in (ROOT / folder).glob("management/commands/*.py")]
    return [path.stem for path in files if not path.stem.startswith("_")]


def test_lock_files_name_no_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        assert "://" not in lock.read_text()
        assert "index-url" not in lock.read_text()


class TestCatalogue:
    def test_rights_have_the_documented_form(self) -> None:
        for right in CATALOGUE:
            assert re.fullmatch(r"[a-z_]+\.(own|team|tenant|platform)\.[a-z]+", right.code)
        assert len(RIGHTS) == len(CATALOGUE)

    @pytest.mark.parametrize("platform", [True, False])
    def test_each_role_has_all_rights_of_those_below(self, platform: bool) -> None:
        held = [rights_of(role, platform=platform) for role in Role]
        for higher, lower in pairwise(held):
            assert higher > lower

    def test_nobody_outside_the_platform_has_its_rights(self) -> None:
        everywhere = rights_of(Role.OWNER)
        assert not [code for code in everywhere if ".platform." in code]
        assert [code for code in rights_of(Role.ADMIN, platform=True) if ".platform." in code]

    def test_every_right_is_worded_and_every_scope_grants_something(self) -> None:
        assert all(right.words for right in CATALOGUE)
        assert all(scope.rights and scope.words for scope in SCOPES.values())


MOST_BYTES_A_PAGE = 150 * 1024


def test_no_page_needs_more_than_150_kb_of_our_css_and_js() -> None:
    """What app.css and app.js bring; the pages of developers and of Django's admin bring theirs."""
    static = ROOT / "static"
    imported = re.compile(r"""(?:@import url\(|import |from )["']\.?/?([^"']+)["']""")

    def reached(path: Path, seen: set[Path]) -> set[Path]:
        if path not in seen:
            seen.add(path)
            for name in imported.findall(path.read_text()):
                reached((path.parent / name).resolve(), seen)
        return seen

    files = [*reached(static / "css/app.css", set()), *reached(static / "js/app.js", set())]
    assert len(files) > 20, "the imports are followed"
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES_A_PAGE
