"""Every operation of the OpenAPI description, called with generated input: no 5xx, only documented
statuses, and nothing without credentials."""

import json
import re
from typing import Any

import pytest
import schemathesis
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from tests.conftest import Person

EXAMPLES = 25
OPERATIONS = [
    (method.upper(), path)
    for path, operations in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()  # type: ignore[no-untyped-call]
    for method in operations
]


@pytest.fixture(scope="module")
def described() -> Any:
    raw = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schemathesis.openapi.from_dict(raw)


def _send(client: Client, case: Any) -> Any:
    sent = case.as_transport_kwargs(base_url="http://acme.localhost")
    headers = {name: str(value) for name, value in (sent.get("headers") or {}).items()}
    headers.pop("User-Agent", None)
    return client.generic(
        case.method,
        case.formatted_path,
        _body(case),
        content_type=MULTIPART_CONTENT if _is_form(case) else "application/json",
        query_params=sent.get("params") or {},
        headers={name.lower(): value for name, value in headers.items() if value.isascii()},
    )


def _is_form(case: Any) -> bool:
    """A form whose fields can be written as one; anything else is sent as JSON, and refused."""
    return case.media_type == "multipart/form-data" and isinstance(case.body, dict)


def _part(name: Any, value: Any) -> tuple[str, Any]:
    """A field of a form: bytes are a file, all else is its text."""
    words = str(name).encode(errors="replace").decode()
    if name == "file" and isinstance(value, str | bytes):
        content = value if isinstance(value, bytes) else value.encode(errors="replace")
        return words, SimpleUploadedFile("generated.bin", content)
    return words, str(value).encode(errors="replace")


def _body(case: Any) -> bytes:
    if isinstance(case.body, NotSet):
        return b""
    if _is_form(case):
        return encode_multipart(BOUNDARY, dict(_part(*item) for item in case.body.items()))
    return case.body if isinstance(case.body, bytes) else json.dumps(case.body).encode()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_generated_requests_are_answered_as_described(
    described: Any, alice: Person, method: str, path: str, mode: GenerationMode
) -> None:
    operation = described[path][method]
    documented = {int(status) for status in operation.definition.raw["responses"]} | {
        409,
        412,
        428,
        304,
    }
    browser = alice.browser()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def answered(case: Any) -> None:
        response = _send(browser, case)
        assert response.status_code < 500
        assert response.status_code in documented | {400, 404, 405, 415}

    answered()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_nothing_is_answered_without_credentials(visitor: Client, method: str, path: str) -> None:
    concrete = path.replace("{slug}", "quick-score").replace("{number}", "1")
    for name in re.findall(r"{(\w+_id)}", path):
        concrete = concrete.replace(f"{{{name}}}", "01a1ede4-9869-73de-8e76-aa8965aec33f")
    response = visitor.generic(method, concrete, "{}", content_type="application/json")
    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"
