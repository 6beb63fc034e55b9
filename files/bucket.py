"""A bucket for the files: Amazon's service, or one that is like it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

MEGABYTE = 1024 * 1024


class BucketStorage(S3Storage):
    """It answers soon or not at all; what goes wrong is an `OSError`, as it is with a folder."""

    def __init__(self, **options: Any) -> None:
        options["client_config"] = _client_config(custom=bool(options.get("endpoint_url")))
        # A longer one is read through a file on the disk.
        super().__init__(max_memory_size=MEGABYTE, file_overwrite=True, **options)

    def _open(self, name: str, mode: str = "rb") -> Any:
        with _os_errors():
            return super()._open(name, mode)

    def _save(self, name: str, content: Any) -> Any:
        with _os_errors():
            return super()._save(name, content)

    def delete(self, name: str) -> None:
        with _os_errors():
            super().delete(name)

    def listdir(self, name: str) -> Any:
        with _os_errors():
            return super().listdir(name)


@contextmanager
def _os_errors() -> Iterator[None]:
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError) as error:
        raise OSError(str(error)) from error


def _client_config(*, custom: bool) -> Config:
    options: dict[str, Any] = {
        "connect_timeout": 5,
        "read_timeout": 30,
        "retries": {"max_attempts": 2},
    }
    if custom:  # Others know buckets by path only, and not the newer checksums.
        options["s3"] = {"addressing_style": "path"}
        options["request_checksum_calculation"] = "when_required"
        options["response_checksum_validation"] = "when_required"
    return Config(signature_version="s3v4", **options)
