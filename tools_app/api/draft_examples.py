"""Examples of drafts in the OpenAPI description. A test sends them."""

from typing import Any

from tools_app.api.examples import NEW_TOOL, request_example, response_example
from tools_app.documents import complete

DRAFTED: dict[str, Any] = complete({**NEW_TOOL, "description": "Grades a vendor, strictly."})
LIVE: dict[str, Any] = complete(NEW_TOOL)
NEW_DRAFT = request_example(
    "A draft", {"slug": "vendor-grade", "name": "Vendor grade", "draft": True}
)
DOCUMENT = request_example("A whole draft", DRAFTED)
STATE = response_example(
    "Unpublished changes",
    {
        "slug": "vendor-grade",
        "document": DRAFTED,
        "live": LIVE,
        "etag": "1.1",
        "has_draft": True,
        "changed": ["description"],
        "author_label": "Alice",
        "saved_at": "2026-03-31T09:30:00Z",
    },
)
MERGE = request_example(
    "Two changed it", {"base": LIVE, "mine": {**LIVE, "name": "Vendor mark", "icon": "award"}}
)
MERGED = response_example(
    "One conflict",
    {
        "etag": "1.1",
        "author_label": "Adam",
        "theirs": {**LIVE, "name": "Vendor score"},
        "merged": {**LIVE, "name": "Vendor mark", "icon": "award"},
        "conflicts": [
            {
                "pointer": "/name",
                "base": "Vendor grade",
                "mine": "Vendor mark",
                "theirs": "Vendor score",
            }
        ],
    },
)
PUBLISH = request_example("With a note", {"note": "Grades more strictly"})
PUBLISHED = response_example(
    "Published", {"slug": "vendor-grade", "kind": "tenant_custom", "revision": 2}
)
RESTORE = request_example("Only the input", {"role": "input", "note": "Back to how it was"})
CHANGES = response_example(
    "One that breaks callers",
    {
        "first": False,
        "breaking": True,
        "schemas": [
            {
                "role": "input",
                "pointer": "/properties/region",
                "kind": "added",
                "detail": "region is new and required.",
                "breaking": True,
            }
        ],
        "fields": [{"field": "name", "before": "Vendor grade", "after": "Vendor mark"}],
        "used_since": "2026-03-01T09:30:00Z",
        "used_by": [
            {
                "kind": "user",
                "id": "01a1ede4-9869-73de-8e76-aa8965aec33f",
                "label": "Bob",
                "runs": 12,
                "last_at": "2026-03-31T09:30:00Z",
            }
        ],
    },
)
