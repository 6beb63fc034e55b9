"""OAuth 2.1 for programs that a person connects: this workspace is the authorization server of its
own MCP endpoint. Code with PKCE only, public clients only, opaque tokens of which hashes are kept."""
