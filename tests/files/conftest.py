"""Files as people send them, kept in a folder of the test's own."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

Send = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    place = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    options = {"OPTIONS": {"location": tmp_path / "files"}}
    settings.STORAGES = {**settings.STORAGES, "files": {**place, **options}}
    return tmp_path / "files"


def kept(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def picture(form: str = "PNG", size: tuple[int, int] = (8, 4), **options: Any) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", size, "red").save(target, form, **options)
    return target.getvalue()


def send(client: Client, content: bytes, name: str = "a.txt", kind: str = "", **data: Any) -> Any:
    file = SimpleUploadedFile("x", content, kind or "application/octet-stream")
    file._name = name  # type: ignore[attr-defined]  # as written, with whatever tricks
    return client.post("/api/files", {"file": file, **data})
