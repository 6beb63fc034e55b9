"""The addresses of tools, one module for each kind of reader."""

from tools_app.urls import approvals, authoring, protocol, triggers, using

pages = [*using.pages, *authoring.pages, *approvals.pages, *protocol.pages, *triggers.pages]
programs = protocol.programs
api = [*using.api, *authoring.api, *approvals.api, *triggers.api]
