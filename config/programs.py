"""Which requests are a program's: they bring a bearer token to an address that answers by it."""

from django.http import HttpRequest

# Addresses that answer whoever brings a bearer token, and nobody by a session then.
PROGRAMS = ("/api/", "/mcp")


def is_program(request: HttpRequest) -> bool:
    scheme = request.META.get("HTTP_AUTHORIZATION", "")[:7].lower()
    return scheme == "bearer " and request.path_info.startswith(PROGRAMS)
