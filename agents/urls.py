from django.urls import path

from agents.api import connections as api_connections
from agents.views import connections

pages = [
    path("connections", connections.index, name="connections"),
    path("connections/new", connections.create, name="connection-create"),
    path("connections/<slug:slug>", connections.change, name="connection"),
    path("connections/<slug:slug>/try", connections.try_out, name="connection-try"),
    path("connections/<slug:slug>/delete", connections.delete, name="connection-delete"),
    path("connections/<slug:slug>/forget-key", connections.forget_key, name="connection-forget"),
]

api = [
    path("connections", api_connections.ConnectionsView.as_view(), name="api-connections"),
    path(
        "connections/<slug:slug>", api_connections.ConnectionView.as_view(), name="api-connection"
    ),
    path(
        "connections/<slug:slug>/test",
        api_connections.TryConnectionView.as_view(),
        name="api-connection-test",
    ),
]
