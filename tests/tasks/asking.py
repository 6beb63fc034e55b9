"""Tools that ask a person."""

import json
from typing import Any

from django.test import Client

from tenants.context import tenant_context
from tests.conftest import Person
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed

CONTRACT = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean", "title": "Approved"},
        "comment": {"type": "string", "title": "Comment", "maxLength": 200},
    },
    "required": ["approved"],
    "additionalProperties": False,
}


def make_tool(slug: str = "ask-somebody", **options: Any) -> None:
    """As an author would have published it."""
    given = options.pop("execution", {})
    asked = {
        "shape": "task",
        "title": "Check {{ supplier }}",
        "instructions": "Is **{{ supplier }}** still in business?\n\nCode: {{ code }}",
    }
    spec = given if "shape" in given else {**asked, **given}
    facts = {
        "name": "Ask somebody",
        "effect": "read",
        "enabled": True,
        "input_schema": {
            "type": "object",
            "properties": {
                "supplier": {"type": "string"},
                "code": {"type": "string", "x-secret": True},
            },
            "required": ["supplier"],
        },
        "output_schema": CONTRACT,
        **options,
    }
    with tenant_context("acme"):
        Tool.objects.create(slug=slug, kind=Tool.Kind.CUSTOM, execution=spec, **facts)
        catalogue_changed()


def send(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, json.dumps(body or {}), content_type="application/json")


def run(person: Person, slug: str = "ask-somebody", **given: Any) -> dict[str, Any]:
    answer = send(
        person.browser(), f"/api/tools/{slug}/run", {"input": {"supplier": "Acme", **given}}
    )
    assert answer.status_code in {200, 202}, answer.content
    body: dict[str, Any] = answer.json()
    return body
