"""The model that comes with the product, for real."""

from pathlib import Path

import httpx2
import pytest

from config.services import embedded, model


def test_it_speaks_openai_and_keeps_to_a_schema(embedded_model: str) -> None:
    schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    wanted = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    body = {
        "messages": [{"role": "user", "content": "Is water wet?"}],
        "max_tokens": 30,
        "response_format": wanted,
    }
    answer = httpx2.post(f"{embedded_model}/chat/completions", json=body, timeout=60).json()
    assert answer["model"] == model.NAME
    assert '"ok"' in answer["choices"][0]["message"]["content"]
    assert answer["usage"]["completion_tokens"] > 0


def test_it_can_be_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MODEL", "none")
    monkeypatch.setenv("MODEL_URL", "")
    with embedded.services(tmp_path) as found:
        assert found.model_url == ""
    monkeypatch.setenv("MODEL_URL", "http://127.0.0.1:1/v1")
    with embedded.services(tmp_path) as found:
        assert found.model_url == "http://127.0.0.1:1/v1"
