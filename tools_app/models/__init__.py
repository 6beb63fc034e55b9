"""The tables of tools, one module a noun."""

from tools_app.models.change import ToolAction, ToolChange, ToolChangeHead
from tools_app.models.idempotency import IdempotencyKey
from tools_app.models.proposal import ApprovalRules, Proposal, StandingGrant
from tools_app.models.tool import Tool, ToolGroupGrant, ToolUserGrant
from tools_app.models.trigger import Schedule, Webhook
from tools_app.models.version import SchemaVersion

__all__ = [
    "ApprovalRules",
    "IdempotencyKey",
    "Proposal",
    "Schedule",
    "SchemaVersion",
    "StandingGrant",
    "Tool",
    "ToolAction",
    "ToolChange",
    "ToolChangeHead",
    "ToolGroupGrant",
    "ToolUserGrant",
    "Webhook",
]
