"""Runs are cancelled at each boundary of their lives: afterwards nothing of them has begun, and each
has one end."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import connection

from accounts import keys
from accounts.principal import Kind, Principal
from faults.boundaries import BOUNDARIES, HERE, LATE, UNORDERED, cancel, wait_until
from faults.stack import Stack
from sessions_app.events import Source
from sessions_app.models import PendingRun
from tasks import working
from tasks.errors import TaskClosed
from tasks.models import Task
from tenants.context import tenant_context
from tools_app.approvals import deciding
from tools_app.approvals.errors import ProposalClosed
from tools_app.execution import proceeding, wakeups
from tools_app.execution.result import RunResult
from tools_app.execution.run import run_tool
from tools_app.models import Proposal, Tool
from tools_app.resolver import catalogue_changed

CAME = """
SELECT cancels.boundary, cancels.came, count(DISTINCT cancels.run_id),
  count(begun.run_id) FILTER (WHERE begun.at > cancels.at),
  count(ended.id) FILTER (WHERE ended.type <> 'tool.cancelled')
FROM fault_cancels AS cancels
LEFT JOIN fault_begun AS begun ON begun.root = cancels.run_id
LEFT JOIN session_events AS ended ON ended.run_id = cancels.run_id AND cancels.came = 'cancelled'
  AND ended.type IN ('tool.completed', 'tool.failed', 'tool.cancelled')
GROUP BY 1, 2 ORDER BY 1, 2
"""
SECONDS = 60


class Cancelling:
    def __init__(self, stack: Stack, slug: str, owner: Principal, accepted: list[UUID]) -> None:
        self.stack, self.slug, self.owner, self.accepted = stack, slug, owner, accepted
        self.wrong: list[str] = []

    def trial(self, number: int, wait: Callable[[], None]) -> Iterator[str]:
        """So many in all; what came of them, in words."""
        each = -(-number // len(BOUNDARIES))
        with tenant_context(self.slug):
            self._make_tools()
            self._by_the_worker(each)
        wait()
        with tenant_context(self.slug):
            self._while_nobody_works(each)
            self._at_any_moment(each)
            self._waiting_for_tasks(each)
            self._waiting_for_approval(each)
        wait()
        with tenant_context(self.slug):
            yield from self._counted(each)

    def _make_tools(self) -> None:
        task = {"shape": "task", "title": "Do", "instructions": "Do it.", "timeout_seconds": 3600}
        given = {"boundary": {"var": "input.boundary"}}
        steps = [
            {"id": "asked", "tool": "fault-task", "input": given},
            {"id": "s2", "tool": "fault-risk", "input": given},
        ]
        chain = Tool.objects.get(slug="fault-chain")
        facts = {"input_schema": chain.input_schema, "output_schema": chain.output_schema}
        for slug, execution in (
            ("fault-task", task),
            ("fault-wait", {"shape": "composition", "steps": steps}),
        ):
            kind = Tool.Kind.CUSTOM
            Tool.objects.create(
                slug=slug, kind=kind, name=slug, effect="read", execution=execution, **facts
            )
        catalogue_changed()

    def _start(self, boundary: str, who: Principal | None = None) -> RunResult:
        result = run_tool(
            principal=who or self.owner,
            slug=BOUNDARIES[boundary],
            payload={"boundary": boundary},
            source=Source.API,
            background=True,
        )
        self.accepted.append(result.run_id)
        return result

    # -- Where it is cancelled ------------------------------------------------------------------

    def _by_the_worker(self, each: int) -> None:
        for boundary in [name for name in BOUNDARIES if name not in HERE] * each:
            self._start(boundary)

    def _while_nobody_works(self, each: int) -> None:
        with self.stack.workers_stopped():
            with _nobody_called():
                for _ in range(each):
                    cancel(self._start("accepted").run_id, "accepted")
            for _ in range(each):
                cancel(self._start("queued").run_id, "queued")

    def _at_any_moment(self, each: int) -> None:
        for _ in range(each):
            run_id = self._start("at any moment").run_id
            time.sleep(random.choice((0, 0.002, 0.004, 0.006, 0.008, 0.012, 0.02)))  # noqa: S311
            cancel(run_id, "at any moment")

    def _waiting_for_tasks(self, each: int) -> None:
        names = ("waits for a task", "a step waits for a task")
        runs = [(self._start(name).run_id, name) for name in names * each]
        waiting = PendingRun.objects.filter(suspended=True, run_id__in=[run for run, _ in runs])
        wait_until(lambda: waiting.count() == len(runs), SECONDS, "waiting for the tasks")
        for run_id, name in runs:
            cancel(run_id, name)
        for task in Task.objects.all():
            try:
                working.complete(principal=self.owner, task=task, output={"n": 1})
            except TaskClosed:
                continue
            self.wrong.append(f"{self.slug}: a task was done whose run was cancelled")

    def _waiting_for_approval(self, each: int) -> None:
        program = self._program()
        for _ in range(each):
            asked = self._start("waits for approval", program)
            cancel(asked.run_id, "waits for approval")
            try:
                self._approve(asked)
            except ProposalClosed:
                continue
            self.wrong.append(f"{self.slug}: what was cancelled was approved")
        with self.stack.workers_stopped():
            for _ in range(each):
                asked = self._start("approved", program)
                self._approve(asked)
                cancel(asked.run_id, "approved")
        with _cancelled_before_it_is_carried_out():
            for _ in range(each):
                self._approve(self._start("approved and about to run", program))

    def _program(self) -> Principal:
        """Of the owner's: it has to ask."""
        facts: dict[str, Any] = {"name": "k", "scopes": ["tools:execute"], "expires_at": None}
        key, _ = keys.create_key(principal=self.owner, **facts)
        return replace(self.owner, kind=Kind.API_KEY, id=key.pk, label="k")

    def _approve(self, asked: RunResult) -> None:
        proposal = Proposal.objects.get(run_id=asked.run_id)
        deciding.approve(principal=self.owner, proposal=proposal, source=Source.API)

    # -- What came of it ------------------------------------------------------------------------

    def _counted(self, each: int) -> Iterator[str]:
        seen: Counter[str] = Counter()
        with connection.cursor() as cursor:
            cursor.execute(CAME)
            for boundary, came, runs, after, otherwise in cursor.fetchall():
                seen[boundary] += runs
                yield f"  {boundary}: {runs} {came}, {after} begun afterwards"
                self._judge(boundary, came, after, otherwise)
        for boundary in BOUNDARIES:
            if seen[boundary] != each:
                self.wrong.append(f"{boundary}: {seen[boundary]} of {each} were cancelled there")
        yield f"{seen.total()} cancelled at {len(BOUNDARIES)} boundaries"

    def _judge(self, boundary: str, came: str, after: int, otherwise: int) -> None:
        if after and boundary not in UNORDERED:
            self.wrong.append(f"{boundary}: {after} effects began after it was cancelled")
        if otherwise:
            self.wrong.append(f"{boundary}: {otherwise} ended in another way as well")
        if came != "cancelled" and boundary not in LATE:
            self.wrong.append(f"{boundary}: it {came}")


@contextmanager
def _nobody_called() -> Iterator[None]:
    before, wakeups.publish = wakeups.publish, lambda: None
    try:
        yield
    finally:
        wakeups.publish = before


@contextmanager
def _cancelled_before_it_is_carried_out() -> Iterator[None]:
    """Between the commit of the yes and the work."""
    before = proceeding.TakenUp.carry_out

    def carry_out(self: proceeding.TakenUp) -> RunResult:
        cancel(self.call.run.id, "approved and about to run")
        return before(self)

    proceeding.TakenUp.carry_out = carry_out  # type: ignore[method-assign]
    try:
        yield
    finally:
        proceeding.TakenUp.carry_out = before  # type: ignore[method-assign]
