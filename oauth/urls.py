from django.urls import path

from oauth.views import authorize, connections, metadata, tokens

WELL_KNOWN = ".well-known/"

pages = [
    path("oauth/authorize", authorize.authorize, name="oauth-authorize"),
    path("oauth/token", tokens.token, name="oauth-token"),
    path("oauth/register", tokens.register, name="oauth-register"),
    path("oauth/revoke", tokens.revoke, name="oauth-revoke"),
    path(WELL_KNOWN + "oauth-protected-resource", metadata.protected_resource),
    path(WELL_KNOWN + "oauth-protected-resource/mcp", metadata.protected_resource),
    path(WELL_KNOWN + "oauth-authorization-server", metadata.authorization_server),
    path("clients", connections.index, name="clients"),
    path("clients/<uuid:connection_id>/revoke", connections.revoke, name="client-revoke"),
]
