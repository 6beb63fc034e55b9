"""Answering for models: in a group's session, for whoever they work for."""

from typing import Any
from uuid import UUID

from pydantic import Field
from rest_framework.exceptions import ParseError

from config.errors import Conflict, Fault, InvalidInput, with_prefix
from config.parsers import strict_json
from sessions_app.events import Source
from together import access, submissions
from together.models import Submission
from together.room import Room
from tools_app import access as tools_access
from tools_app.definitions import Effect, Origin, Preview, ToolContext, ToolModel
from tools_app.execution.validity import valid_input
from tools_app.registry import tool

LONGEST_JSON = 100_000
# Where whoever calls is a model; a person's own program answers for the person itself.
BY_MODELS = {Source.AGENT, Source.MCP}


class AsksForSecrets(Conflict):
    code, title = "asks_for_secrets", "Only a person can answer this"


class AnswerSessionInput(ToolModel):
    session_id: UUID = Field(title="Session", description="The id of the group session.")
    # As text: what an answer looks like differs with the session, and a model needs one schema.
    answer: str = Field(
        title="Answer (JSON)",
        max_length=LONGEST_JSON,
        description="The input of the session's tool: a JSON object, as text.",
    )


class AnswerSessionOutput(ToolModel):
    session_id: UUID = Field(title="Session")
    title: str = Field(title="Title")
    answered_as: str = Field(title="Answered as")
    # What the session's tool made of the answer.
    output: Any = Field(title="Output")


def preview(given: AnswerSessionInput, context: ToolContext) -> Preview:
    """What cannot be counted is refused before anybody is asked."""
    room = _room(given, context)
    submissions.require_open(room.group)
    own = _before(room, context)
    return Preview(
        summary=f"Answer in “{room.group.title}” with {room.tool.name}",
        target=room.group.title,
        before=own.input if own else None,
        after=_valid(room, given.answer),
    )


@tool(
    slug="answer-session",
    name="Answer in a session",
    category="platform",
    icon="message-square-reply",
    effect=Effect.MUTATE,
    origin=Origin.SYSTEM,
    required_permissions=[access.JOIN],
    idempotent=True,
    atomic=False,
    dry_run=preview,
    examples=[
        {
            "sessionId": "01976f2e-8f6b-7c30-9d2a-3f5c1f0a7b11",
            "answer": '{"criteria": [{"name": "Fit", "weight": 3, "score": 8}]}',
        }
    ],
)
def answer_session(given: AnswerSessionInput, context: ToolContext) -> AnswerSessionOutput:
    """Answers in an open group session, for the person you work for; it is marked as an agent's
    answer and stands beside that person's own. Use it when the user asks you to take part in a
    session. Do not use it to run a tool alone: call that tool. Pass the id of the session, and the
    answer as the session's tool wants its input, as JSON text: get-group-session names the tool,
    get-tool has its schema. Answering again replaces your answer. Never pass a secret."""
    room = _room(given, context)
    made = submissions.submit(
        principal=context.principal,
        group=room.group,
        payload=_valid(room, given.answer),
        source=context.source,
        by_agent=_is_agent(context),
        idempotency_key=context.key("answer"),
    )
    return AnswerSessionOutput(
        session_id=room.group.pk,
        title=room.group.title,
        answered_as=made.display_name,
        output=made.output,
    )


def _room(given: AnswerSessionInput, context: ToolContext) -> Room:
    """The same rules as for a person. Raises `NotFound` and `PermissionDenied`."""
    principal = context.principal
    group = access.group_to_join(principal=principal, session_id=given.session_id)
    found = tools_access.tool_to_run(principal=principal, slug=group.tool_slug)
    if found.has_secrets:
        raise AsksForSecrets(f"{found.name} asks for a secret, which no model should have.")
    return Room(group, found)


def _is_agent(context: ToolContext) -> bool:
    return context.source in BY_MODELS


def _before(room: Room, context: ToolContext) -> Submission | None:
    who = submissions.participant_of(context.principal, by_agent=_is_agent(context))
    return access.submission_of(room.group, participant_id=who)


def _valid(room: Room, answer: str) -> dict[str, Any]:
    """Raises `InvalidInput` that says in words what to mend: models read the message alone."""
    try:
        given = strict_json(answer)
    except ParseError:
        given = None
    if not isinstance(given, dict):
        words = "The answer is no JSON object, as text."
        raise InvalidInput(words, faults=[Fault("/answer", "json", words)])
    try:
        return valid_input(room.tool, {**room.tool.default_input, **given})
    except InvalidInput as error:
        faults = with_prefix(error, "/answer").faults
        raise InvalidInput("; ".join(map(_words, faults)), faults=faults) from error


def _words(fault: Fault) -> str:
    return f"{fault.pointer}: {fault.detail}"
