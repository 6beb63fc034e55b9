import copy
import time
from typing import Any

import pytest

from tests.tools_app.schemas.hostile import nest, tool
from tools_app.schemas.secrets import MASK, is_credential_name, masked, redacted

SECRET = {"type": "string", "x-secret": True}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (tool(a=SECRET, b={}), {"a": "s", "b": "s"}, {"a": MASK, "b": "s"}),
        ({**tool(a={"$ref": "#/$defs/s"}), "$defs": {"s": SECRET}}, {"a": "s"}, {"a": MASK}),
        (tool(a={"items": SECRET}), {"a": ["s", "t"]}, {"a": [MASK, MASK]}),
        (tool(a={"prefixItems": [{}, SECRET]}), {"a": ["x", "s"]}, {"a": [MASK, MASK]}),
        (tool(a={"anyOf": [SECRET, {"type": "null"}]}), {"a": "s"}, {"a": MASK}),
        (tool(a={"oneOf": [{"items": SECRET}, {}]}), {"a": ["s"]}, {"a": [MASK]}),
        (tool(a={"allOf": [{"properties": {"b": SECRET}}]}), {"a": {"b": 1, "c": 2}}, {"a": {"b": MASK, "c": 2}}),
        (tool(a={"if": {}, "then": {"properties": {"b": SECRET}}}), {"a": {"b": 1}}, {"a": {"b": MASK}}),
        (tool(a={"additionalProperties": SECRET}), {"a": {"x": "s"}}, {"a": {"x": MASK}}),
        (tool(a={"patternProperties": {"^x": SECRET}}), {"a": {"x": "s"}}, {"a": {"x": MASK}}),
        (tool(a={**SECRET, "type": "object"}), {"a": {"deep": ["s"]}}, {"a": MASK}),
        (tool(a={"writeOnly": True}), {"a": 5}, {"a": MASK}),
        (SECRET, "s", MASK),
        (tool(a={"x-secret": "yes"}), {"a": "s"}, {"a": "s"}),
        (True, {"a": 1}, {"a": 1}),
    ],
)  # fmt: skip
def test_whatever_the_schema_calls_secret_is_masked(schema: Any, value: Any, expected: Any) -> None:
    before = copy.deepcopy((schema, value))
    assert masked(schema, value) == expected
    assert (schema, value) == before


def test_an_endless_schema_is_no_danger() -> None:
    loop = {
        "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}, "s": SECRET}}},
        "$ref": "#/$defs/n",
    }
    value = {"n": {"n": {"s": "x"}}}
    assert masked(loop, value) == {"n": {"n": {"s": MASK}}}
    assert masked({"$ref": "#"}, {"a": 1}) == {"a": 1}


@pytest.mark.parametrize(
    "name",
    ["password", "userPassword", "db_password", "secret", "client-secret", "clientSecret", "token",
     "accessToken", "API_KEY", "apiKey", "X-API-Key", "apikey", "Authorization", "cookie",
     "Set-Cookie", "private_key", "privateKeyPem", "AWS_SECRET_ACCESS_KEY", "HTTPToken"],
)  # fmt: skip
def test_names_of_credentials(name: str) -> None:
    assert is_credential_name(name)
    assert redacted({"a": [{name: "x"}]}) == {"a": [{name: MASK}]}


@pytest.mark.parametrize(
    "name",
    ["tokenCount", "maxTokens_limit", "secretary", "tokenizer", "passwordless", "keyboard", "key",
     "primary_key", "cookieConsentUrl", "authority", "token_type", "", "42", "compass"],
)  # fmt: skip
def test_names_that_only_look_like_it(name: str) -> None:
    assert not is_credential_name(name)


@pytest.mark.parametrize(
    "secret",
    ["tnn_abcdefgh12345678", "sk-proj-abcdefgh1234", "sk_live_should_not_leak",
     "ghp_abcdefghijklmnopqrst1234", "AKIAIOSFODNN7EXAMPLE", "Bearer abc.def-ghi_jkl",
     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
     "-----BEGIN RSA PRIVATE KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE KEY-----"],
)  # fmt: skip
def test_values_that_are_credentials(secret: str) -> None:
    assert redacted(secret) == MASK
    assert redacted(["see " + secret]) == ["see " + MASK]
    assert redacted({"note": f"a {secret} b"})["note"].startswith(f"a {MASK}")


@pytest.mark.parametrize(
    "text", ["task-management", "risk_assessment", "sky", "bearer of news", "eyJ", "AKIA"]
)
def test_plain_text_stays(text: str) -> None:
    assert redacted(text) == text


def test_redaction_never_changes_its_argument() -> None:
    value = {"password": {"a": [1]}, "list": [{"token": "x"}], "flag_secret": None, "n": 1}
    before = copy.deepcopy(value)
    assert redacted(value) == {
        "password": MASK,
        "list": [{"token": MASK}],
        "flag_secret": None,
        "n": 1,
    }
    assert value == before


def test_depth_is_no_danger() -> None:
    assert redacted(nest("sk_live_should_not_leak", 50_000)) is not None
    assert masked(tool(), nest(1, 50_000)) is not None


@pytest.mark.parametrize(
    "unit", ["-eyJaaaaaa", "bearer ", "sk-", "-----BEGIN A PRIVATE KEY", "eyJaaaaa.", "tnn_-", "- "]
)
def test_the_search_is_linear(unit: str) -> None:
    start = time.process_time()
    redacted(unit * (1_000_000 // len(unit)))
    assert time.process_time() - start < 2
