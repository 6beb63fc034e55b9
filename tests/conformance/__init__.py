"""The public conformance suite of MCP against the product, on a workspace with the fixtures that its
scenarios call. `make conformance` runs it."""
