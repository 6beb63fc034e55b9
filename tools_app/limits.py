"""How many background runs of a tool go on at a time, and how long one may take."""

from accounts.principal import Principal
from config.errors import Fault, InvalidInput
from sessions_app.models import RunLimit
from tools_app import access

MOST_AT_ONCE = 100
LONGEST_SECONDS = 24 * 60 * 60


def limits_to_see(*, principal: Principal, slug: str) -> RunLimit:
    """What the workspace says; nothing is said by a row that is not saved."""
    tool = access.tool_to_see(principal=principal, slug=slug)
    found = RunLimit.objects.filter(tool_slug=tool.slug).first()
    return found or RunLimit(tool_slug=tool.slug)


def set_limits(
    *, principal: Principal, slug: str, at_once: int | None, timeout_seconds: int | None
) -> RunLimit:
    """None is no limit but the installation's. Holds from the next run that is begun."""
    principal.require("tools.tenant.manage")
    limit = limits_to_see(principal=principal, slug=slug)
    faults = [
        *_faults("/at_once", at_once, MOST_AT_ONCE),
        *_faults("/timeout_seconds", timeout_seconds, LONGEST_SECONDS),
    ]
    if faults:
        raise InvalidInput(faults=faults)
    limit.at_once, limit.timeout_seconds = at_once, timeout_seconds
    limit.save()
    return limit


def _faults(pointer: str, value: int | None, most: int) -> list[Fault]:
    if value is None or 1 <= value <= most:
        return []
    return [Fault(pointer, "range", f"From 1 to {most}, or nothing.")]
