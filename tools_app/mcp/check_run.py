"""The tool `check_run`: how a run that was waiting or running stands now."""

from uuid import UUID

from mcp_types import CallToolRequestParams, CallToolResult, Tool, ToolAnnotations

from config.errors import Fault, InvalidInput, NotFound
from tools_app.mcp import results
from tools_app.mcp.approval import page_of
from tools_app.mcp.descriptions import run_schema
from tools_app.mcp.exchange import Exchange
from tools_app.mcp.features import ProtocolTool, features
from tools_app.mcp.standing import standing_of
from tools_app.schemas.validation import faults_of

INPUT = {
    "type": "object",
    "properties": {
        "run_id": {
            "type": "string",
            "minLength": 36,
            "maxLength": 36,
            "description": "The run_id that an earlier call gave back.",
        }
    },
    "required": ["run_id"],
    "additionalProperties": False,
}
TOOL = Tool(
    name="check_run",
    title="Check a run",
    description=(
        "How a run stands that was waiting for a person's agreement or still running, and its output "
        "once it has one. Pass the run_id that the earlier call gave back. Do not call it in a "
        "loop: a person may take hours. Do not call the first tool again instead: that would be a "
        "second run."
    ),
    input_schema=INPUT,
    output_schema=run_schema({}),
    annotations=ToolAnnotations(
        title="Check a run", read_only_hint=True, idempotent_hint=True, open_world_hint=False
    ),
)


def check_run(exchange: Exchange, params: CallToolRequestParams) -> CallToolResult:
    given = params.arguments or {}
    try:
        run_id = _run_id(given)
        stands = standing_of(exchange.principal, run_id)
    except InvalidInput as error:
        return results.faulty(INPUT, given, error)
    except NotFound as error:
        return results.of_app_error(error)
    return stands.result(url=page_of(exchange, run_id))


def _run_id(given: dict[str, object]) -> UUID:
    faults = faults_of(INPUT, given)
    if faults:
        raise InvalidInput(faults=faults)
    try:
        return UUID(str(given["run_id"]))
    except ValueError as error:
        words = "The id of a run, like 0199f0c4-5c3e-7c5e-b1a4-2f1d6a0c9e11."
        raise InvalidInput(faults=[Fault("/run_id", "format", words)]) from error


features.add_tool(ProtocolTool(TOOL, check_run, right="tool_sessions.own.read"))
