"""The permission catalogue: every right there is, and the least role that has it.

`{resource}.{level}.{action}`; users, keys and agents share this one vocabulary. The page
docs/permissions.md is generated from here (`manage.py permissions_page`), and a test compares.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class Role(StrEnum):
    """From the most powerful to the least: each has all rights of those below it."""

    OWNER = "owner"
    ADMIN = "admin"
    EDITOR = "editor"
    MEMBER = "member"
    VIEWER = "viewer"
    GUEST = "guest"

    @property
    def label(self) -> str:
        return self.value.capitalize()

    @property
    def purpose(self) -> str:
        return PURPOSES[self]

    def outranks_or_equals(self, other: "Role") -> bool:
        order = list(Role)
        return order.index(self) <= order.index(other)


PURPOSES = {
    Role.OWNER: "Everything, and the only role that can appoint or remove owners.",
    Role.ADMIN: "Runs the workspace: people, keys, connections, policies.",
    Role.EDITOR: "Authors tools, agents and entity types, and publishes them.",
    Role.MEMBER: "Works with the tools and the data every day.",
    Role.VIEWER: "Reads tools, data and results; changes nothing.",
    Role.GUEST: "Sees what is shared, and nothing else.",
}


@dataclass(frozen=True)
class Right:
    """`least` is the least role that holds it. Rights of the level `platform` exist only in the
    workspace of the operators."""

    code: str
    words: str
    least: Role

    @property
    def resource(self) -> str:
        return self.code.split(".")[0]

    @property
    def action(self) -> str:
        return self.code.split(".")[2]

    @property
    def platform_only(self) -> bool:
        return self.code.split(".")[1] == "platform"


O, A, E, M, V, G = Role  # noqa: E741 - the table below is read by column

CATALOGUE = (
    Right("tools.team.read", "See the tools", G),
    Right("tools.team.execute", "Run tools", M),
    Right("tools.tenant.create", "Author new tools", E),
    Right("tools.tenant.update", "Change, publish and override tools", E),
    Right("tools.tenant.delete", "Delete tools", A),
    Right("tools.tenant.approve", "Approve runs that ask first", E),
    Right("tools.tenant.manage", "Set who may run a tool and when it asks", A),
    Right("tool_sessions.own.read", "See one's own runs and sessions", G),
    Right("tool_sessions.team.read", "See sessions shared with the team", V),
    Right("tool_sessions.tenant.read", "See every run of the workspace", A),
    Right("tool_sessions.team.create", "Start collaborative sessions", M),
    Right("tool_sessions.team.update", "Take part in sessions", M),
    Right("tool_sessions.tenant.manage", "Close and share anyone's sessions", A),
    Right("entities.team.read", "Read entities", V),
    Right("entities.team.create", "Create entities", M),
    Right("entities.team.update", "Change entities", M),
    Right("entities.team.delete", "Delete entities", E),
    Right("entity_types.team.read", "See the entity types", V),
    Right("entity_types.tenant.create", "Create entity types", E),
    Right("entity_types.tenant.update", "Change entity types", E),
    Right("entity_types.tenant.delete", "Delete entity types", A),
    Right("relations.team.read", "See how entities relate", V),
    Right("relations.team.create", "Relate entities", M),
    Right("relations.team.delete", "Remove relations", M),
    Right("documents.team.read", "Read and search documents", V),
    Right("documents.team.create", "Upload documents", M),
    Right("documents.team.update", "Change documents", M),
    Right("documents.team.delete", "Delete documents", E),
    Right("agents.team.read", "See the agents", V),
    Right("agents.team.execute", "Give work to agents", M),
    Right("agents.team.configure", "Configure agents", E),
    Right("agents.tenant.delete", "Delete agents", A),
    Right("skills.team.read", "Read skills", V),
    Right("skills.tenant.create", "Write skills", E),
    Right("skills.tenant.update", "Change skills", E),
    Right("skills.tenant.delete", "Delete skills", E),
    Right("chats.own.read", "Read one's own chats", V),
    Right("chats.own.create", "Start chats", M),
    Right("chats.own.delete", "Archive one's own chats", M),
    Right("chats.team.read", "Read chats shared with the team", V),
    Right("tasks.team.read", "See tasks", V),
    Right("tasks.team.create", "Create tasks", M),
    Right("tasks.team.execute", "Work on tasks", M),
    Right("tasks.tenant.manage", "Assign, cancel and schedule tasks", E),
    Right("views.team.read", "See views", V),
    Right("views.team.create", "Make views", M),
    Right("views.team.update", "Change shared views", E),
    Right("workspaces.team.read", "See the team's spaces", V),
    Right("workspaces.team.manage", "Manage the team's spaces", A),
    Right("bundles.tenant.read", "See installed bundles", V),
    Right("bundles.tenant.manage", "Install and remove bundles", A),
    Right("connections.tenant.read", "See connections, never their secrets", E),
    Right("connections.tenant.manage", "Set up connections and their secrets", A),
    Right("mcp_servers.tenant.manage", "Connect MCP servers and classify their tools", A),
    Right("extensions.tenant.manage", "Install and remove extensions", A),
    Right("sandbox.tenant.manage", "Set the limits of scripts", O),
    Right("api_keys.own.read", "See one's own API keys", V),
    Right("api_keys.own.manage", "Make, rotate and revoke one's own API keys", M),
    Right("api_keys.tenant.read", "See everyone's API keys, never the keys themselves", A),
    Right("api_keys.tenant.manage", "Revoke anyone's API keys", A),
    Right("members.tenant.read", "See who is here", V),
    Right("members.tenant.manage", "Invite people, change roles, remove people", A),
    Right("usage.tenant.read", "See usage and costs", A),
    Right("audit.tenant.read", "Read the audit log", A),
    Right("admin.tenant.manage", "Use the administration pages", A),
    Right("tenants.platform.read", "See all workspaces and the installation's metrics", A),
    Right("tenants.platform.manage", "Create, suspend and delete workspaces", A),
)

RIGHTS = {right.code: right for right in CATALOGUE}


def rights_of(role: Role, *, platform: bool = False) -> frozenset[str]:
    """What a role may do, in an ordinary workspace or in the operators' one."""
    return frozenset(
        right.code
        for right in CATALOGUE
        if role.outranks_or_equals(right.least) and (platform or not right.platform_only)
    )


@dataclass(frozen=True)
class Scope:
    """What an API key may be limited to: a name for a handful of rights."""

    words: str
    rights: frozenset[str]


def _scope(words: str, *codes: str) -> Scope:
    return Scope(words, frozenset(RIGHTS[code].code for code in codes))


SCOPES = {
    "tools:read": _scope(
        "See tools and one's own runs", "tools.team.read", "tool_sessions.own.read"
    ),
    "tools:execute": _scope(
        "Run tools",
        *("tools.team.read", "tools.team.execute", "tool_sessions.own.read"),
        *("tool_sessions.team.read", "tool_sessions.team.create", "tool_sessions.team.update"),
    ),
    "tools:write": _scope(
        "Author, change and delete tools",
        *("tools.team.read", "tools.tenant.create", "tools.tenant.update"),
        *("tools.tenant.delete", "tools.tenant.manage"),
    ),
    "approvals:review": _scope(
        "See what waits for approval and decline it; only people can agree",
        *("tools.team.read", "tools.team.execute", "tools.tenant.approve"),
        "tool_sessions.own.read",
    ),
    "runs:read": _scope("Read every run of the workspace", "tool_sessions.tenant.read"),
    "audit:read": _scope("Read the audit log", "audit.tenant.read"),
    "entities:read": _scope("Read entities", "entities.team.read"),
    "entities:write": _scope(
        "Change entities",
        *("entities.team.read", "entities.team.create"),
        *("entities.team.update", "entities.team.delete"),
    ),
    "entity-types:read": _scope("See entity types", "entity_types.team.read"),
    "entity-types:write": _scope(
        "Change entity types",
        *("entity_types.team.read", "entity_types.tenant.create"),
        *("entity_types.tenant.update", "entity_types.tenant.delete"),
    ),
    "relations:read": _scope("See relations", "relations.team.read"),
    "relations:write": _scope(
        "Change relations", "relations.team.read", "relations.team.create", "relations.team.delete"
    ),
    "documents:read": _scope("Read documents", "documents.team.read"),
    "documents:write": _scope(
        "Change documents",
        *("documents.team.read", "documents.team.create"),
        *("documents.team.update", "documents.team.delete"),
    ),
    "extraction:trigger": _scope("Start extraction tasks", "tasks.team.read", "tasks.team.create"),
    "extraction:submit": _scope(
        "Hand in extraction results", "tasks.team.read", "tasks.team.execute"
    ),
    "extraction:review": _scope(
        "Review extraction results", "tasks.team.read", "tasks.tenant.manage"
    ),
    "skills:read": _scope("Read skills", "skills.team.read"),
    "skills:write": _scope(
        "Write, change and delete skills",
        *("skills.team.read", "skills.tenant.create"),
        *("skills.tenant.update", "skills.tenant.delete"),
    ),
    "agents:read": _scope("See agents", "agents.team.read"),
    "agents:write": _scope(
        "Set up, change and delete agents",
        *("agents.team.read", "agents.team.configure", "agents.tenant.delete"),
    ),
    "connections:read": _scope(
        "See model connections; their keys are never shown", "connections.tenant.read"
    ),
    "connections:write": _scope(
        "Set up, try and remove model connections",
        *("connections.tenant.read", "connections.tenant.manage"),
    ),
    "usage:read": _scope("Read what models took", "usage.tenant.read"),
    "views:read": _scope("See views", "views.team.read"),
    "chat:create": _scope(
        "Start chats", "chats.own.read", "chats.own.create", "agents.team.execute"
    ),
    "keys:read": _scope("See one's own API keys", "api_keys.own.read"),
    "keys:write": _scope("Make and revoke API keys", "api_keys.own.read", "api_keys.own.manage"),
    "platform:read": _scope("See all workspaces and metrics", "tenants.platform.read"),
}


@cache
def rights_in(scopes: tuple[str, ...]) -> frozenset[str]:
    """The rights that the scopes name. A scope that no longer exists grants nothing."""
    return frozenset().union(*(SCOPES[scope].rights for scope in scopes if scope in SCOPES))
