"""A tool that the person may use and the token may not: the client is told what to ask for."""

from dataclasses import replace

from accounts.principal import Kind, Principal
from oauth.callers import person_behind
from oauth.scopes import scopes_for
from tools_app.mcp.names import tools_of

RUNS = frozenset({"tools.team.read", "tools.team.execute"})


def scopes_missing(principal: Principal, name: str) -> list[str]:
    """Nothing where more scopes would not help: then the tool is not there."""
    if principal.kind != Kind.OAUTH:
        return []
    person = replace(principal, permissions=person_behind(principal))
    tool = tools_of(person).get(name)
    if tool is None:
        return []
    missing = (RUNS | tool.required_permissions) - principal.permissions
    return list(dict.fromkeys([*(principal.scopes or ()), *scopes_for(missing)]))
