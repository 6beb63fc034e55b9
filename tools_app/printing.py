"""A run on paper: its result, and what it was given."""

from functools import partial
from uuid import UUID

from accounts.principal import Principal
from config.errors import NotFound, Unavailable
from files.reading import open_file
from sessions_app import access as runs_access
from sessions_app.runs import ToolRun
from tenants.context import current_tenant
from tools_app import access
from tools_app.outputs.formatting import show_date
from tools_app.outputs.kinds import JsonBlock
from tools_app.outputs.naming import file_id_in
from tools_app.outputs.paper import Paper
from tools_app.outputs.surfaces import as_pdf
from tools_app.results import blocks_of_run

LARGEST_PICTURE = 20 * 1024 * 1024


def printed(principal: Principal, run_id: UUID, *, url: str) -> bytes:
    """A PDF. `url` is the address of the run. Raises `NotFound` for a run that one may not see, and
    for one without a result."""
    run = runs_access.run_to_see(principal=principal, run_id=run_id)
    tool = access.tool_if_seen(principal=principal, slug=run.tool_slug)
    blocks = blocks_of_run(principal, tool, run, run.output)
    if not blocks:
        raise NotFound("This run has no result to print.")
    paper = Paper(
        title=tool.name if tool else run.tool_slug,
        facts=_facts(run),
        foot=url,
        pictures=partial(_picture, principal),
    )
    return as_pdf([*blocks, JsonBlock(value=run.input, label="Input", key="")], paper)


def _facts(run: ToolRun) -> list[tuple[str, str]]:
    return [
        ("Workspace", current_tenant().name),
        ("Run by", f"{run.actor_label}, {show_date(run.created_at)}"),
    ]


def _picture(principal: Principal, address: str) -> bytes | None:
    file_id = file_id_in(address)
    if file_id is None:
        return None
    try:
        with open_file(principal=principal, file_id=file_id) as (file, stream):
            return stream.read() if file.size <= LARGEST_PICTURE else None
    except (NotFound, Unavailable):
        return None
