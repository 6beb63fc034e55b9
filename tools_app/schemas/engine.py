"""The one engine that decides what is valid: jsonschema-rs, offline, formats asserted, and with
regular expressions that run in linear time."""

from jsonschema_rs import CanonicalSchema, Draft202012Validator, RegexOptions, canonicalize

from tools_app.schemas.vocabulary import Schema

FORMATS = frozenset({
    "date", "date-time", "time", "duration", "email", "idn-email", "hostname", "idn-hostname",
    "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid",
    "json-pointer", "relative-json-pointer",
})  # fmt: skip
"""What the engine asserts, without `regex`, which compiles whatever it is given."""

PATTERNS = RegexOptions(size_limit=20_000, dfa_size_limit=500_000)


def build(schema: Schema | bool) -> Draft202012Validator:
    """Raises what the engine raises; for schemas known to be sound, and to try a pattern."""
    return Draft202012Validator(
        schema, offline=True, validate_formats=True, pattern_options=PATTERNS
    )


def canonical(schema: Schema) -> CanonicalSchema:
    return canonicalize(schema, offline=True, validate_formats=True, pattern_options=PATTERNS)
