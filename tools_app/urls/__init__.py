"""The addresses of tools, one module for each kind of reader."""

from tools_app.urls import approvals, authoring, protocol, using

pages = [*using.pages, *authoring.pages, *approvals.pages, *protocol.pages]
api = [*using.api, *authoring.api, *approvals.api]
