"""Prompt tools for the demo: they work with the embedded model as it is."""

from typing import Any

from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import principal_of_user
from tenants.models import Tenant
from tools_app import authoring
from tools_app.models import Tool

WHERE = "acme"
SUMMARY: dict[str, Any] = {
    "slug": "summarise-text",
    "name": "Summarise a text",
    "description": "Sums up a text in a sentence or two. Asks the default model of this workspace.",
    "category": "writing",
    "icon": "text-quote",
    "effect": "read",
    "input_schema": {
        "type": "object",
        "properties": {
            "text": {
                "type": "string",
                "title": "Text",
                "minLength": 1,
                "maxLength": 4_000,
                "x-variant": "textarea",
            }
        },
        "required": ["text"],
        "additionalProperties": False,
    },
    "output_schema": {
        "type": "object",
        "properties": {"text": {"type": "string", "title": "Summary"}},
        "required": ["text"],
        "additionalProperties": False,
    },
    "execution": {
        "shape": "prompt",
        "mode": "direct",
        "template": "Summarise this text in one or two short sentences.\n\n{{ text }}",
        "temperature": 0.2,
        "max_tokens": 150,
    },
}
FEEDBACK: dict[str, Any] = {
    "slug": "sort-feedback",
    "name": "Sort customer feedback",
    "description": (
        "Says whether a message from a customer is praise, a complaint or a question, and why. The "
        "answer is JSON, checked against the output schema."
    ),
    "category": "writing",
    "icon": "inbox",
    "effect": "read",
    "input_schema": {
        "type": "object",
        "properties": {
            "message": {
                "type": "string",
                "title": "Message",
                "minLength": 1,
                "maxLength": 2_000,
                "x-variant": "textarea",
            }
        },
        "required": ["message"],
        "additionalProperties": False,
    },
    "output_schema": {
        "type": "object",
        "properties": {
            "kind": {"enum": ["praise", "complaint", "question"], "title": "Kind"},
            "reason": {"type": "string", "title": "Reason", "maxLength": 160},
        },
        "required": ["kind", "reason"],
        "additionalProperties": False,
    },
    "execution": {
        "shape": "prompt",
        "mode": "direct",
        "template": (
            "A customer writes:\n{{ message }}\n\nIs this praise, a complaint or a question? Give the "
            "kind and a short reason."
        ),
        "temperature": 0,
        "output": "json",
        "max_tokens": 120,
    },
}


def add_prompt_tools(tenant: Tenant) -> None:
    """Only into a workspace that has made no tool of its own yet."""
    if tenant.slug != WHERE or Tool.objects.filter(kind=Tool.Kind.CUSTOM).exists():
        return
    owner = User.objects.with_groups().filter(groups__name=Role.OWNER.value).first()
    if owner is None:
        return
    for values in (SUMMARY, FEEDBACK):
        authoring.create_tool(
            principal=principal_of_user(owner), note="Comes with the demo.", **values
        )
