"""Addresses of the Model Context Protocol."""

from django.urls import path

from tools_app.mcp.view import endpoint
from tools_app.views import connect, icons

pages = [
    path("icons/<slug:name>.svg", icons.svg, name="icon"),
    path("mcp", endpoint, name="mcp"),
    path("connect", connect.page, name="connect"),
]
