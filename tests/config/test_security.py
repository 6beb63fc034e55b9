"""Headers, cookies and settings that keep people safe."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client

from config.paths import ROOT

GOOD = {
    "TENON_ENV": "production",
    "SECRET_KEY": "a-secret-key-that-is-long-and-random-enough-0123456789-abcdefghij",
    "BASE_DOMAIN": "tools.example.com",
    "EMAIL_HOST": "smtp.example.com",
    "DATABASE_URL": "postgresql://tenon:secret@db.example.com/tenon",
    "REDIS_URL": "redis://redis.example.com:6379/0",
}


def _manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    names = ("PATH", "HOME", "DATA_DIR")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True, check=False
    )


def test_every_page_has_the_security_headers(visitor: Client) -> None:
    for path in ("/sign-in", "/nowhere", "/api/me", "/healthz"):
        response = visitor.get(path)
        policy = response["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Referrer-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "camera=()" in response["Permissions-Policy"]


def test_pages_cannot_be_framed(visitor: Client) -> None:
    response = visitor.get("/sign-in")
    assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


def test_a_good_production_configuration_passes_every_check() -> None:
    result = _manage("manage.py", "check", "--deploy", "--fail-level", "WARNING", **GOOD)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"SECRET_KEY": ""}, "tenon.E003"),
        ({"SECRET_KEY": "short"}, "tenon.E003"),
        ({"DEBUG": "1"}, "tenon.E004"),
        ({"DEMO": "1"}, "tenon.E005"),
        ({"BASE_DOMAIN": ""}, "tenon.E006"),
        ({"EMAIL_HOST": ""}, "tenon.E007"),
        ({"DATABASE_URL": ""}, "tenon.E008"),
        ({"REDIS_URL": ""}, "tenon.E009"),
    ],
)
def test_an_unsafe_production_start_is_refused_by_name(change: dict[str, str], check: str) -> None:
    result = _manage("-c", "import config.wsgi", **{**GOOD, **change})
    assert result.returncode != 0
    assert check in result.stderr


def test_production_cookies_are_bound_to_the_host() -> None:
    show = "from django.conf import settings as s; print(s.SESSION_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.SESSION_COOKIE_DOMAIN, s.CSRF_COOKIE_NAME)"
    result = _manage("-c", show, DJANGO_SETTINGS_MODULE="config.settings", **GOOD)
    assert result.stdout.split() == ["__Host-session", "True", "None", "__Host-csrf"]


@pytest.mark.parametrize(
    ("name", "value"), [("DEBUG", "perhaps"), ("PORT", "eighty"), ("TENON_ENV", "staging")]
)
def test_a_setting_that_cannot_be_read_names_itself(name: str, value: str) -> None:
    result = _manage("manage.py", "check", **{name: value})
    assert result.returncode != 0
    assert name in result.stderr


def test_each_checkout_makes_its_own_development_key(tmp_path: Any) -> None:
    show = "from django.conf import settings as s; print(s.SECRET_KEY)"
    keys = {
        _manage(
            "-c", show, DJANGO_SETTINGS_MODULE="config.settings", DATA_DIR=str(tmp_path / name)
        ).stdout
        for name in ("one", "one", "two")
    }
    assert len(keys) == 2
    assert (tmp_path / "one" / "secret-key").stat().st_mode & 0o077 == 0
