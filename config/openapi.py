"""What drf-spectacular cannot see: every operation may answer with a problem."""

from typing import Any

PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `code` is stable; `errors` names each faulty input.",
    "required": ["type", "title", "status", "code", "detail", "request_id"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "request_id": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {
                    "pointer": {"type": "string", "description": "JSON pointer into the body"},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}

ALWAYS = {
    "401": "No or no valid credentials",
    "403": "A right is missing",
    "429": "Too many requests",
}
WITH_BODY = {
    "400": "The body is not valid",
    "413": "The body, or the file in it, is too large",
    "415": "A media type that is not taken here",
}
WITH_ID = {"404": "There is none, or you may not see it"}


def add_problem_responses(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A drf-spectacular hook."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    for path, operations in result["paths"].items():
        for operation in operations.values():
            answers = {**ALWAYS}
            answers |= WITH_BODY if "requestBody" in operation else {}
            answers |= WITH_ID if "{" in path else {}
            for status, words in answers.items():
                operation["responses"].setdefault(status, _response(words))
    return result


def _response(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": words, "content": {"application/problem+json": {"schema": schema}}}
