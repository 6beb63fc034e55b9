"""Follows docs/adding-a-tool.md."""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import lucide
import pytest

from config.paths import ROOT
from tests.toolbox.running import run_definition
from toolbox import layout
from tools_app.definitions import ToolDefinition
from tools_app.registry import registry

PAGE = (ROOT / "docs" / "adding-a-tool.md").read_text()
PACKAGE = "recipe_toolbox"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def load(folder: Path, name: str, source: str) -> ModuleType:
    (folder / f"{name}.py").write_text(source)
    importlib.invalidate_caches()
    return importlib.import_module(f"{PACKAGE}.{name}")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def copied(package: Path) -> Iterator[ToolDefinition]:
    """The tool of the page, registered for as long as the test runs."""
    assert registry.find("meeting-cost") is None
    load(package, "meeting_cost", blocks("python")[0])
    definition = registry.get("meeting-cost")
    with registry.register_temporarily(definition):
        yield definition


def test_the_copied_tool_is_found_and_gives_what_the_page_shows(copied: ToolDefinition) -> None:
    assert copied.module == f"{PACKAGE}.meeting_cost"
    assert run_definition(copied, copied.examples[0]) == json.loads(blocks("json")[0])
    lucide._load_icon(copied.icon)


def test_its_tests_pass(copied: ToolDefinition, package: Path) -> None:
    module = load(package, "test_meeting_cost", blocks("python")[1])
    tests = [name for name in vars(module) if name.startswith("test_")]
    assert len(tests) == 3
    for name in tests:
        getattr(module, name)()


def test_it_leaves_nothing_behind() -> None:
    assert registry.find("meeting-cost") is None
    assert PACKAGE not in sys.modules


def test_every_option_and_every_helper_is_explained() -> None:
    given = {"description", "input_model", "output_model", "execute", "module"}
    for option in {field.name for field in fields(ToolDefinition)} - given:
        assert f"`{option}`" in PAGE, option
    for helper in ("summary", "table", "chart", "radar", "ranking"):
        assert f"`{helper}(" in PAGE
        assert callable(getattr(layout, helper))
