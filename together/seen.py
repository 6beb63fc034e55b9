"""What one may see of a group's answers. Pure: the same for everybody in the session, so that it
can be worked out once for all of them.

Below the smallest group that the creator set, nobody sees more than that there are answers: not
even what they say together, which would give a single one away.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from together.models import Answers, GroupSession, Submission
from tools_app.aggregates.together import AggregateFailed, Together, aggregate
from tools_app.resolved import ResolvedTool


@dataclass(frozen=True)
class Answer:
    """`name` is empty where answers are shown without names."""

    name: str
    kind: str
    input: Any
    output: Any
    at: datetime | None


@dataclass(frozen=True)
class Seen:
    count: int
    least: int
    # Who has answered, and when last: known in every session, whatever they answered.
    who: tuple[tuple[str, str, datetime], ...]
    answers: tuple[Answer, ...]
    together: Together | None
    # Why there is nothing to be seen together, where that is nobody's choice.
    trouble: str = ""

    @property
    def enough(self) -> bool:
        return self.count >= self.least

    @property
    def missing(self) -> int:
        return max(0, self.least - self.count)


def seen(group: GroupSession, tool: ResolvedTool, submissions: Sequence[Submission]) -> Seen:
    count = len(submissions)
    enough = count >= group.min_group
    together, trouble = _together(tool, submissions) if enough else (None, "")
    return Seen(
        count=count,
        least=group.min_group,
        who=tuple((each.display_name, each.kind, each.updated_at) for each in submissions),
        answers=_answers(group, submissions) if enough else (),
        together=together,
        trouble=trouble,
    )


def _together(tool: ResolvedTool, submissions: Sequence[Submission]) -> tuple[Together | None, str]:
    given = [{"input": each.input, "output": each.output} for each in submissions]
    try:
        return aggregate(tool, given), ""
    except AggregateFailed as error:
        return None, f"{error.title}. {error.detail}"


def _answers(group: GroupSession, submissions: Sequence[Submission]) -> tuple[Answer, ...]:
    if group.answers == Answers.HIDDEN:
        return ()
    if group.answers == Answers.NAMED:
        return tuple(
            Answer(each.display_name, each.kind, each.input, each.output, each.updated_at)
            for each in submissions
        )
    # Neither the order nor the time says whose it is.
    bare = [Answer("", "", each.input, each.output, None) for each in submissions]
    return tuple(sorted(bare, key=lambda each: json.dumps([each.input, each.output])))
