"""`tools/list`: written once for each catalogue, rights and version of the protocol."""

from bisect import bisect_right

from mcp_types import ListToolsResult, PaginatedRequestParams

from accounts.principal import Principal
from tools_app.api.listing import etag, pages
from tools_app.mcp import outbound
from tools_app.mcp.descriptions import described
from tools_app.mcp.exchange import Encoded, Exchange
from tools_app.mcp.features import ProtocolTool, features
from tools_app.mcp.names import tools_of

PAGE = 1_000
# How long a client may keep it without asking: `list_changed` tells those who listen.
KEEP_MS = 60_000


def list_tools(exchange: Exchange, params: PaginatedRequestParams | None) -> Encoded:
    """Sorted by name, only what the caller may run. A cursor is the last name of the page before, so
    one whose tool is gone by now goes on where it was."""
    cursor = (params.cursor if params else None) or ""
    question = f"mcp {exchange.version} {exchange.origin} {len(features.tools)} {PAGE} {cursor}"
    tag = etag(exchange.principal, question)
    return Encoded(pages.get(tag) or pages.keep(tag, _page(exchange, cursor)))


def _page(exchange: Exchange, cursor: str) -> bytes:
    tools = tools_of(exchange.principal)
    extra = usable(exchange.principal)
    names = sorted([*tools, *extra])
    says = exchange.may_ask_for_tasks
    start = bisect_right(names, cursor) if cursor else 0
    page = names[start : start + PAGE]
    more = start + PAGE < len(names)
    result = ListToolsResult(
        tools=[
            extra[name].tool
            if name in extra
            else described(name, tools[name], origin=exchange.origin, says_execution=says)
            for name in page
        ],
        next_cursor=page[-1] if more else None,
        ttl_ms=KEEP_MS,
        cache_scope="private",
    )
    return outbound.encoded(exchange, "tools/list", result)


def usable(principal: Principal) -> dict[str, ProtocolTool]:
    """The tools of the protocol itself that one may use."""
    return {name: tool for name, tool in features.tools.items() if principal.has(tool.right)}
