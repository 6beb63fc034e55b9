"""The simplest value that a JSON Schema allows, for the common words of schemas."""

from typing import Any

DEEPEST = 16
TEXT = "offline"


def simplest(schema: Any, root: Any = None, depth: int = 0) -> Any:
    root = schema if root is None else root
    if not isinstance(schema, dict) or depth > DEEPEST:
        return None
    for word in ("const", "default"):
        if word in schema:
            return schema[word]
    for word in ("enum", "examples"):
        if schema.get(word):
            return schema[word][0]
    inner = _instead(schema, root)
    if inner is not None:
        return simplest(inner, root, depth + 1)
    return _of_type(schema, root, depth)


def _instead(schema: dict[str, Any], root: Any) -> Any:
    """What stands for this schema: the target of a reference, the first of several."""
    if isinstance(reference := schema.get("$ref"), str):
        found = root
        for step in reference.removeprefix("#").strip("/").split("/"):
            found = found.get(step, {}) if isinstance(found, dict) else {}
        return found
    for word in ("anyOf", "oneOf", "allOf"):
        if schema.get(word):
            return schema[word][0]
    return None


def _of_type(schema: dict[str, Any], root: Any, depth: int) -> Any:
    kind = schema.get("type", "object" if "properties" in schema else "string")
    match kind[0] if isinstance(kind, list) else kind:
        case "object":
            properties = schema.get("properties", {})
            return {
                name: simplest(properties.get(name, {}), root, depth + 1)
                for name in schema.get("required", properties)
            }
        case "array":
            item = simplest(schema.get("items", {}), root, depth + 1)
            return [item] * int(schema.get("minItems", 0))
        case "string":
            text = TEXT.ljust(int(schema.get("minLength", 0)), ".")
            return text[: int(schema.get("maxLength", len(text)))]
        case "integer" | "number":
            least = schema.get("minimum", 0)
            return min(max(least, 0), schema.get("maximum", max(least, 0)))
        case "boolean":
            return False
    return None
