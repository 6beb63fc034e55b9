"""What models took, for admins."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from agents.usage import AXES, DAYS, total, usage

TITLES = {"model": "By model", "agent": "By agent", "tool": "By tool"}
NOBODY = {"model": "Unknown", "agent": "No agent", "tool": "No tool (trials of connections)"}


@require_safe
@requires("usage.tenant.read")
def index(request: SignedInRequest) -> HttpResponseBase:
    given = request.GET.get("days", "")
    days = int(given) if given.isdigit() and int(given) in DAYS else 30
    tables: list[dict[str, Any]] = [
        {
            "title": TITLES[axis],
            "column": axis.capitalize(),
            "nobody": NOBODY[axis],
            "lines": usage(principal=request.principal, axis=axis, days=days),
        }
        for axis in AXES
    ]
    lines = [line for table in tables[:1] for line in table["lines"]]
    context = {"tables": tables, "total": total(lines), "days": days, "choices": DAYS}
    return render(request, "agents/usage.html", context)
