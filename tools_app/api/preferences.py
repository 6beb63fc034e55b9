"""How long a caller likes to wait (RFC 7240): `Prefer: respond-async, wait=10`, or `?wait=10`."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from config.errors import Fault, InvalidInput
from tools_app.execution.waiting import LONGEST_SECONDS

PREFERENCES = [
    OpenApiParameter(
        "Prefer",
        str,
        OpenApiParameter.HEADER,
        description="`respond-async` has any tool carried out by a worker; `wait=N` waits for it.",
    ),
    OpenApiParameter(
        "wait",
        int,
        OpenApiParameter.QUERY,
        description=f"Seconds to wait for a background run, at most {LONGEST_SECONDS:.0f}.",
    ),
]


def preferred(request: Request) -> dict[str, Any]:
    """For `run_tool`. Raises `InvalidInput` for a wait that is no number of seconds."""
    asked = request._request.META
    header = asked.get("HTTP_PREFER", "")
    if not header and not asked.get("QUERY_STRING"):
        return {}
    given = dict(part.strip().lower().partition("=")[::2] for part in header.split(","))
    wait = request.query_params.get("wait", given.get("wait", ""))
    if wait and not wait.isdigit():
        fault = Fault("/wait", "type", "Seconds to wait, a whole number.")
        raise InvalidInput(faults=[fault])
    return {
        "background": True if "respond-async" in given else None,
        "wait_seconds": min(float(wait), LONGEST_SECONDS) if wait else None,
    }
