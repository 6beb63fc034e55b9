"""A run's work with a model: its requests, what they took, and the answer in the wanted form."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.tools import ToolDefinition

from agents.answers import TEXT, NotAsPromised, Wanted, complaint, read
from agents.asking import Answer, Question, ask
from agents.models import ModelUse
from agents.providers import Chosen
from agents.spending import Cause, facts_of
from tools_app.definitions import ToolContext
from tools_app.resolved import ResolvedTool


@dataclass
class Work:
    tool: ResolvedTool
    context: ToolContext
    chosen: Chosen
    wanted: Wanted
    max_tokens: int = 1_000
    temperature: float | None = None
    agent: str = ""
    messages: list[ModelMessage] = field(default_factory=list)
    uses: list[ModelUse] = field(default_factory=list)

    def asked(self, *, tools: tuple[ToolDefinition, ...] = ()) -> Answer:
        """The model's answer to the conversation so far, which it becomes a part of."""
        self.context.progress.check()
        question = Question(
            messages=self.messages,
            max_tokens=self.max_tokens,
            temperature=self.temperature,
            schema=self.wanted.schema,
            tools=tools,
        )
        answer = ask(self.chosen, question, self._cause, self._heard)
        self.uses.append(answer.use)
        self.context.progress.used(**facts_of(self.uses))
        self.messages.append(answer.response)
        return answer

    def output(self, answer: Answer) -> Any:
        """Raises `NotAsPromised` when it cannot be repaired in one attempt."""
        if self.wanted.is_text:
            return {TEXT: answer.text}
        value, faults = read(self.tool, answer.text)
        if faults:
            self.messages.append(ModelRequest(parts=[UserPromptPart(complaint(faults))]))
            value, faults = read(self.tool, self.asked().text)
        if faults:
            first = faults[0]
            raise NotAsPromised(f"Even when asked again: {first.pointer or '/'}: {first.detail}")
        return value

    @property
    def _cause(self) -> Cause:
        return Cause(
            principal=self.context.principal,
            run_id=UUID(self.context.run_id),
            tool_slug=self.tool.slug,
            agent_slug=self.agent,
        )

    def _heard(self, text: str) -> None:
        """JSON is not streamed: until it is whole, nobody knows whether it holds."""
        if text and self.wanted.is_text:
            self.context.progress.write(text)
        self.context.progress.check()
