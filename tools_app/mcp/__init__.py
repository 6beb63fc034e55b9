"""The tools of a tenant over the Model Context Protocol: `/mcp`, stateless streamable HTTP.

A message goes `view` → `inbound` (which protocol version, which request) → `methods` (who answers)
→ `outbound` (JSON, or a stream where something has to be said before the answer). Messages are
parsed and built with the SDK's types; tools are run by `run_tool`, like everywhere else.
"""
