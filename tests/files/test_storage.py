"""Where the bytes are: a bucket, a folder, and nowhere once the tenant is deleted."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.conf import settings as django_settings
from django.core import checks
from django.core.files.storage import storages
from django.test import Client
from moto.server import ThreadedMotoServer

from config.checks import check_files
from config.errors import Unavailable
from files.storage import remove_all
from tenants import provisioning
from tenants.context import leave, tenant_context
from tenants.models import Tenant
from tests.conftest import Person
from tests.files.conftest import kept, picture, send

KEYS = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}


@pytest.fixture
def bucket(settings: Any) -> Iterator[Any]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    try:
        address = "http://{}:{}".format(*server.get_host_and_port())
        client = boto3.client("s3", endpoint_url=address, **KEYS)
        client.create_bucket(Bucket="files")
        _use(settings, address)
        yield client
    finally:
        server.stop()


def _use(settings: Any, address: str) -> None:
    options = {"bucket_name": "files", "endpoint_url": address, "region_name": "us-east-1"}
    options |= {"access_key": "test", "secret_key": "test"}
    place = {"BACKEND": "files.bucket.BucketStorage", "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, "files": place}


def _keys(client: Any) -> list[str]:
    found = client.list_objects_v2(Bucket="files").get("Contents", [])
    return [item["Key"] for item in found]


def test_a_bucket_keeps_and_gives_files(
    bucket: Any, bob: Person, dana: Person, visitor: Client, folder: Path
) -> None:
    program = bob.program("tools:execute")
    body = send(program, picture(), "a.png").json()
    assert send(dana.program("tools:execute"), b"x" * 3_000_000).status_code == 201
    mine, other = sorted(_keys(bucket))
    assert (mine.split("/")[0], other.split("/")[0]) == ("t_acme", "t_ims")
    assert kept(folder) == []
    answer: Any = visitor.get(body["url"].partition("localhost")[2])
    assert answer["Content-Type"] == "image/png"
    assert len(b"".join(answer.streaming_content)) == body["size"] == int(answer["Content-Length"])
    with tenant_context("acme") as tenant:
        remove_all(tenant)
    assert _keys(bucket) == [other]


def test_a_bucket_that_is_away_is_a_503(bob: Person, settings: Any) -> None:
    _use(settings, "http://127.0.0.1:9")
    answer = send(bob.program("tools:execute"), b"hello")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, []),
        ({"BUCKET": "b"}, []),
        ({"BUCKET": "b", "ACCESS_KEY": "a", "SECRET_KEY": "s"}, []),
        ({"BUCKET": "b", "ACCESS_KEY": "a"}, ["tenon.E011"]),
        ({"ENDPOINT_URL": "http://x"}, ["tenon.E010"]),
        ({"SECRET_KEY": "s"}, ["tenon.E010", "tenon.E011"]),
    ],
)
def test_half_a_bucket_is_found_by_the_checks(
    settings: Any, given: dict[str, str], found: list[str]
) -> None:
    for name, value in given.items():
        setattr(settings, f"FILES_S3_{name}", value)
    assert [message.id for message in check_files()] == found


def test_a_limit_of_nothing_is_found_by_the_checks(settings: Any) -> None:
    settings.FILES_MAX_MB = 0
    assert [message.id for message in checks.run_checks(tags=["tenon"])] == ["tenon.E012"]


class TestDeletingATenant:
    @pytest.fixture(autouse=True)
    def _real_commits(
        self,
        django_db_setup: None,  # noqa: ARG002 - made before
        django_db_blocker: Any,
        settings: Any,
        tmp_path: Path,
    ) -> Iterator[None]:
        settings.DATA_DIR = tmp_path
        with django_db_blocker.unblock():
            yield
            leave()
            for tenant in Tenant.objects.filter(slug__startswith="new"):
                provisioning._drop_schema(tenant)
                tenant.delete()

    def _tenant_with_a_file(self) -> Tenant:
        tenant = provisioning.register_tenant(slug="new-files", name="x")
        provisioning.provision(tenant)
        place = storages["files"]
        for key in ("t_new_files/one", "t_acme/another"):
            place.save(key, io.BytesIO(b"x"))
        provisioning.mark_for_deletion(tenant, confirm="new-files")
        return tenant

    def test_its_files_go_with_it_and_no_others(self, folder: Path) -> None:
        assert provisioning.delete(self._tenant_with_a_file())
        assert [path.parent.name for path in kept(folder)] == ["t_acme"]
        assert not (folder / "t_new_files").exists()
        assert not Tenant.objects.filter(slug="new-files").exists()

    def test_files_that_cannot_be_removed_keep_the_tenant(self, settings: Any) -> None:
        tenant = self._tenant_with_a_file()
        _use(settings, "http://127.0.0.1:9")
        with pytest.raises(Unavailable):
            provisioning.delete(tenant)
        tenant.refresh_from_db()
        assert tenant.status == Tenant.Status.SUSPENDED
        assert "storage" in tenant.error
        assert (django_settings.DATA_DIR / "exports").exists()
