"""Addresses of the Model Context Protocol."""

from django.urls import path

from tools_app.mcp.view import endpoint
from tools_app.views import connect, icons

programs = [path("mcp", endpoint, name="mcp")]
pages = [
    path("icons/<slug:name>.svg", icons.svg, name="icon"),
    path("connect", connect.page, name="connect"),
]
