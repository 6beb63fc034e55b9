"""How a run ended, as a tool result: text for models, the same as data for programs."""

from typing import Any
from uuid import UUID

from mcp_types import CallToolResult, TextContent

from config.errors import AppError, InvalidInput
from tools_app.execution.result import RunResult, RunStatus
from tools_app.mcp import outbound
from tools_app.mcp.descriptions import answers_at_once
from tools_app.mcp.exchange import Encoded, Exchange
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import masked, redacted

RUN = "tenon/run_id"
# What every result of a newer version carries besides.
MODERN = b'"resultType":"complete",'
STAMP = b"," + outbound.to_json(outbound.STAMP)[1:-1]
LONGEST_GOT = 200


def result_of(tool: ResolvedTool, run: RunResult) -> CallToolResult:
    """Of a run that has ended: what went wrong where the tool promises nothing but its output, or
    else how the run stands."""
    if run.error and answers_at_once(tool):
        return refused(run.error.code, run.error.message, run_id=run.run_id)
    return standing(
        run_id=run.run_id,
        status=run.status.value,
        output=run.output,
        error=run.error.message if run.error else None,
        url="",
    )


def output_of(exchange: Exchange, run: RunResult) -> Encoded:
    """The output itself, written once: what most calls end with. Everything else goes by the SDK's
    models; this says the same in the same words, and a test compares the two."""
    output = outbound.to_json(run.output)
    data = b'"structuredContent":%b,' % output if isinstance(run.output, dict) else b""
    begin, end = (MODERN, STAMP) if exchange.is_modern else (b"", b"")
    return Encoded(
        b'{%b"content":[{"type":"text","text":%b}],%b"isError":false,"_meta":{"tenon/run_id":"%b"%b}}'
        % (begin, outbound.to_json(output.decode()), data, str(run.run_id).encode(), end)
    )


def standing(
    *, run_id: UUID, status: str, output: Any, error: str | None, url: str
) -> CallToolResult:
    """Where a run stands, in the shape of `descriptions.run_schema`."""
    facts = {"run_id": str(run_id), "status": status, "output": output, "error": error, "url": url}
    given = {key: value for key, value in facts.items() if value not in (None, "")}
    result = told(given, run_id=run_id, failed=status in {"error", "cancelled"})
    if status == RunStatus.WAITING:
        words = (
            f"Nothing has been done yet: a person must agree first, at {url} . "
            f"Tell the user, and later call check_run with run_id {run_id}."
        )
        result.content.insert(0, TextContent(text=words))
    elif status in {"running", "queued"}:
        words = f"It is still running. Later, call check_run with run_id {run_id}."
        result.content.insert(0, TextContent(text=words))
    return result


def told(output: Any, *, run_id: UUID | None = None, failed: bool = False) -> CallToolResult:
    text = outbound.to_json(output).decode()
    return CallToolResult(
        content=[TextContent(text=text)],
        structured_content=output if isinstance(output, dict) else None,
        is_error=failed,
        _meta={RUN: str(run_id)} if run_id else None,
    )


def refused(code: str, message: str, *, run_id: UUID | None = None) -> CallToolResult:
    """An error that the model is meant to read."""
    return _error({"code": code, "message": message}, run_id)


def faulty(schema: dict[str, Any], payload: Any, error: InvalidInput) -> CallToolResult:
    """Each fault with its place, what is expected there, and what was sent: enough to try again."""
    sent = redacted(masked(schema, payload))
    faults = [
        {"path": fault.pointer or "/", "expected": fault.detail, "got": _got(sent, fault.pointer)}
        for fault in error.faults
    ]
    words = "The arguments are not valid. Mend them and call again."
    return _error({"code": error.problem_code, "message": words, "faults": faults}, None)


def _error(told: dict[str, Any], run_id: UUID | None) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=outbound.to_json({"error": told}).decode())],
        is_error=True,
        _meta={RUN: str(run_id)} if run_id else None,
    )


def of_app_error(error: AppError) -> CallToolResult:
    return refused(error.problem_code, str(error))


def _got(value: Any, pointer: str) -> str:
    """The value at a JSON pointer, shortened; nothing where there is none."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return "nothing"
    text = outbound.to_json(value).decode()
    return text if len(text) <= LONGEST_GOT else text[:LONGEST_GOT] + "…"
