"""Embeds: an admin publishes a tool for the visitors of other pages."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from config.errors import Conflict, Fault, InvalidInput
from together import access
from together.models import Embed
from together.origins import read_origin
from together.shares import RIGHTS
from together.tokens import new_token
from tools_app import access as tools_access
from tools_app.composed import slugs_within
from tools_app.definitions import Effect
from tools_app.forms.initial import MISSING, initial, required_of
from tools_app.forms.kinds import kind_of
from tools_app.resolved import ResolvedTool
from tools_app.resolver import catalogue
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.vocabulary import Schema

# A visitor can neither upload files nor look through a workspace's data.
NOT_FOR_VISITORS = {FieldType.MEDIA, FieldType.RELATION}


class EmbedRevoked(Conflict):
    code, title = "embed_revoked", "This embed is revoked"


def publish(*, principal: Principal, slug: str, **values: Any) -> Embed:
    """Raises `InvalidInput` naming each faulty field, and `NotFound` for a tool one may not run."""
    principal.require(access.PUBLISH)
    tool = tools_access.tool_to_run(principal=principal, slug=slug)
    embed = Embed(token=new_token(), tool_slug=slug, created_by_label=principal.label)
    _save(embed, tool, values)
    return embed


def change(*, principal: Principal, embed: Embed, **values: Any) -> None:
    principal.require(access.PUBLISH)
    if embed.revoked_at:
        raise EmbedRevoked("It is gone for good. Publish the tool anew.")
    tool = tools_access.tool_to_see(principal=principal, slug=embed.tool_slug)
    _save(embed, tool, values)


def revoke(*, principal: Principal, embed: Embed) -> None:
    """At once and for good: pages that show it say that it is gone. Twice is no error."""
    principal.require(access.PUBLISH)
    if embed.revoked_at is None:
        embed.revoked_at = timezone.now()
        embed.save(update_fields=["revoked_at"])


def _save(embed: Embed, tool: ResolvedTool, values: dict[str, Any]) -> None:
    faults: list[Fault] = []
    if "origins" in values:
        values["origins"], faults = _origins(values["origins"])
    for name, value in values.items():
        setattr(embed, name, value)
    faults += [*_tool_faults(tool), *_field_faults(tool, embed.fields, embed.preset)]
    if not embed.name.strip():
        faults.append(Fault("/name", "required", "Give it a name."))
    if faults:
        raise InvalidInput(faults=faults)
    embed.save()


def _origins(given: Sequence[str]) -> tuple[list[str], list[Fault]]:
    found = [read_origin(each) for each in given]
    words = "Scheme and host, for example https://www.example.com; no path, no wildcard."
    faults = [
        Fault(f"/origins/{index}", "invalid", f"{given[index]}: {words}")
        for index, each in enumerate(found)
        if each is None
    ]
    if not given:
        faults.append(Fault("/origins", "required", "Name at least one page's origin."))
    return list(dict.fromkeys(each for each in found if each)), faults


def _tool_faults(tool: ResolvedTool) -> list[Fault]:
    """A stranger cannot be asked whether it may be done, so it must change nothing."""
    if tool.effect == Effect.READ:
        return []
    return [Fault("/tool", "effect", f"{tool.name} changes data; strangers must not.")]


def _field_faults(tool: ResolvedTool, fields: Sequence[str], preset: dict[str, Any]) -> list[Fault]:
    offered, schema = offered_fields(tool), tool.input_schema
    faults = [
        Fault("/fields_shown", "unknown", f"{name} is no field that visitors can fill in.")
        for name in fields
        if name not in offered
    ]
    known = schema.get("properties", {})
    faults += [
        Fault(f"/preset/{name}", "unknown", "The tool has no such input.")
        for name in preset
        if name not in known
    ]
    open_fields = set(fields or offered)
    for name in sorted(required_of(schema)):
        closed = name not in open_fields and name not in preset
        if closed and initial(schema, known[name], needed=False) is MISSING:
            words = f"{name} is needed: let visitors fill it in, or set it in `preset`."
            faults.append(Fault("/fields_shown", "required", words))
    return faults


def offered_fields(tool: ResolvedTool) -> dict[str, str]:
    """The properties that visitors may fill in, with their labels."""
    schema = tool.input_schema
    found = {}
    for name, inner in schema.get("properties", {}).items():
        kind = kind_of(schema, inner)
        internal = kind.schema.get("x-audience") == "internal"
        if not internal and kind.type not in NOT_FOR_VISITORS:
            found[name] = str(kind.schema.get("title") or name)
    return found


def open_schema(embed: Embed, tool: ResolvedTool) -> Schema:
    """The input as visitors see it: without the fields that are not for them."""
    shown = set(embed.fields or offered_fields(tool))
    schema = tool.input_schema
    properties = {
        name: inner for name, inner in schema.get("properties", {}).items() if name in shown
    }
    required = [name for name in schema.get("required", []) if name in shown]
    return {**schema, "properties": properties, "required": required}


def payload_of(embed: Embed, tool: ResolvedTool, value: dict[str, Any]) -> dict[str, Any]:
    """What a visitor filled in, and what was set for the rest. Whatever else was sent is ignored."""
    shown = set(embed.fields or offered_fields(tool))
    schema = tool.input_schema
    filled = {name: inner for name, inner in value.items() if name in shown}
    for name, inner in schema.get("properties", {}).items():
        if name not in shown and name in required_of(schema):
            default = initial(schema, inner)
            if default is not MISSING:
                filled[name] = default
    preset = {name: inner for name, inner in embed.preset.items() if name not in shown}
    return {**filled, **preset}


def visitor(embed: Embed, *, address: str = "") -> Principal:
    """Whoever fills in the embed: may run its tool, and nothing else. The log knows one visitor for
    all of them; each address has a budget of its own, under a keyed hash that is kept for a minute."""
    tools = catalogue().tools
    tool = tools.get(embed.tool_slug)
    return Principal(
        kind=Kind.EMBED,
        id=embed.pk,
        label=f"Visitor of {embed.name}",
        permissions=RIGHTS,
        role=Role.GUEST,
        user_id=embed.pk,
        email="",
        tools=slugs_within(tool, tools) if tool else frozenset(),
        budget=f"{Kind.EMBED}:{embed.pk}:{hashed(address)}",
    )


def hashed(address: str) -> str:
    """An address, so that it can be counted and not be read."""
    return salted_hmac("embed visitor", address).hexdigest()
