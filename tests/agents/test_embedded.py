"""The model that comes with the product: test_prompts.py asks it for real."""

from pathlib import Path

import pytest

from config.services import embedded


def test_it_can_be_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MODEL", "none")
    monkeypatch.setenv("MODEL_URL", "")
    with embedded.services(tmp_path) as found:
        assert found.model_url == ""
    monkeypatch.setenv("MODEL_URL", "http://127.0.0.1:1/v1")
    with embedded.services(tmp_path) as found:
        assert found.model_url == "http://127.0.0.1:1/v1"
