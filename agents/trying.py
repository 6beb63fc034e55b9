"""Trying a connection out."""

import time
from dataclasses import dataclass

from accounts.principal import Principal
from agents.models import ModelConnection
from agents.providers import Chosen
from agents.spending import Cause
from config.errors import AppError

GREETING = "Answer with the single word: hello"


@dataclass(frozen=True)
class Trial:
    """How a connection did when it was tried."""

    ok: bool
    model: str
    words: str
    milliseconds: int


def try_connection(*, principal: Principal, connection: ModelConnection) -> Trial:
    """One short question, which counts like any other."""
    principal.require("connections.tenant.manage")
    from pydantic_ai.messages import ModelRequest

    from agents.asking import Question, ask

    chosen = Chosen(connection, connection.default_model)
    question = Question([ModelRequest.user_text_prompt(GREETING)], max_tokens=16)
    started = time.perf_counter()
    try:
        answer = ask(chosen, question, Cause(principal), lambda _text: None)
    except AppError as error:
        ok, model, words = False, chosen.name, f"{error.title}. {error.detail}"
    else:
        ok, model, words = True, answer.use.model, answer.text.strip()[:200]
    return Trial(ok, model, words, round((time.perf_counter() - started) * 1000))
