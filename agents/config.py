"""What an agent may use (K1). Stored as JSON; what cannot be read becomes a default, so that an
agent is never lost to a bad value."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.errors import Fault
from tools_app.definitions import LONGEST_SLUG, SLUG
from tools_app.schemas.shape import pointer_of

Slug = Annotated[str, Field(pattern=f"^{SLUG.pattern}$", max_length=LONGEST_SLUG)]
Group = Literal["tools", "entity", "web", "admin"]
GROUPS = {
    "tools": "Every tool that whoever asks may run",
    "entity": "Entities and documents",
    "web": "Search of the web",
    "admin": "Administration and views",
}
MOST = 100


class Heartbeat(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = False
    schedule: Annotated[str, Field(max_length=100)] = ""
    prompt: Annotated[str, Field(max_length=5_000)] = ""
    mode: Literal["approve", "auto"] = "approve"


class AgentConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    toolGroups: Annotated[tuple[Group, ...], Field(max_length=MOST)] = ("tools",)  # noqa: N815
    customTools: Annotated[tuple[Slug, ...], Field(max_length=MOST)] = ()  # noqa: N815
    skills: Annotated[tuple[Slug, ...], Field(max_length=MOST)] = ()
    heartbeat: Heartbeat = Heartbeat()


def read_config(stored: Any) -> AgentConfig:
    """Never raises: each part that cannot be read is as if it were not there."""
    given = stored if isinstance(stored, dict) else {}
    kept: dict[str, Any] = {}
    for name in AgentConfig.model_fields.keys() & given.keys():
        try:
            AgentConfig.model_validate({name: given[name]})
        except ValidationError:
            continue
        kept[name] = given[name]
    return AgentConfig.model_validate(kept)


def config_faults(given: Any) -> list[Fault]:
    """What is wrong with what somebody wants to save."""
    try:
        AgentConfig.model_validate(given)
    except ValidationError as error:
        return [
            Fault("/config" + pointer_of(found["loc"]), found["type"], f"{found['msg']}.")
            for found in error.errors(include_url=False, include_input=False, include_context=False)
        ]
    return []
