"""The trial itself: accept, break, wait, count."""

import argparse
import random
import sys
import threading
import time
from collections.abc import Callable
from uuid import UUID

from django.core.management import call_command
from django.db import DatabaseError, InterfaceError, connection

import faults.site  # noqa: F401 - sets Django up, with the faults' tools
from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import Principal, principal_of_user
from accounts.roles import give_role
from faults.cancelling import Cancelling
from faults.stack import Stack
from faults.tools import TABLE
from sessions_app.chain import breaks
from sessions_app.events import Source
from sessions_app.models import PendingRun
from tenants.context import tenant_context
from tenants.provisioning import provision, register_tenant
from tools_app.execution.run import run_tool
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed

TENANTS = ("acme", "ims")
# How a run of these may fail; all others succeed.
ALLOWED: dict[str, set[str | None]] = {
    "fault-risk": {None, "outcome_unknown"},
    "fault-poison": {"gave_up"},
}
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "boundary": {"type": "string", "default": ""}},
}
KINDS = ("fault-look", "fault-change", "fault-change", "fault-risk", "fault-chain")

COUNTS = """
SELECT begun.tool_slug, ended.type, ended.payload ->> 'code', begun.payload ? 'parent', effects.n,
       count(*)
FROM session_events AS begun
LEFT JOIN session_events AS ended ON ended.run_id = begun.id AND ended.type IN
  ('tool.completed', 'tool.failed', 'tool.cancelled')
LEFT JOIN LATERAL (SELECT count(*) AS n FROM fault_effects WHERE run_id = begun.id) AS effects ON true
WHERE begun.type = 'tool.started' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
"""


class Trial:
    def __init__(self, stack: Stack, options: argparse.Namespace) -> None:
        self.stack, self.options = stack, options
        self.principals: dict[str, Principal] = {}
        self.accepted: dict[str, list[UUID]] = {slug: [] for slug in TENANTS}
        self.refused = 0
        self.wrong: list[str] = []

    def passed(self) -> bool:
        # They need no table to start.
        self.stack.start_workers()
        self._prepare()
        started = time.monotonic()
        breaking = threading.Thread(target=self._break, daemon=True)
        breaking.start()
        self._accept()
        breaking.join()
        self._wait()
        self._say(
            f"{sum(map(len, self.accepted.values()))} runs were accepted, "
            f"{self.refused} refused while the database was away, and all is done after "
            f"{time.monotonic() - started:.0f} s"
        )
        if self.options.cancels:
            self._cancel()
        for slug in TENANTS:
            self._count(slug)
        for words in self.wrong:
            self._say(f"WRONG: {words}")
        self._say(
            "FAILED" if self.wrong else "0 lost, 0 done twice, one end a run, chain whole: ok"
        )
        return not self.wrong

    def _say(self, text: str) -> None:
        print(text, file=sys.stdout, flush=True)

    # -- Making ---------------------------------------------------------------------------------

    def _prepare(self) -> None:
        call_command("migrate_schemas", shared=True, interactive=False, verbosity=0)
        for slug in ("platform", *TENANTS):
            provision(register_tenant(slug=slug, name=slug))
        for slug in TENANTS:
            with tenant_context(slug):
                user = User.objects.create(email=f"owner@{slug}.example", name="Owner")
                give_role(user, Role.OWNER)
                owner = User.objects.with_groups().get(pk=user.pk)
                self.principals[slug] = principal_of_user(owner)
                connection.cursor().execute(TABLE)
                self._chain()

    def _chain(self) -> None:
        given = {"boundary": {"or": [{"var": "input.boundary"}, ""]}}
        steps = [
            {"id": f"s{n}", "tool": "fault-change", "input": {"n": n, **given}} for n in (1, 2)
        ]
        Tool.objects.create(
            slug="fault-chain",
            kind=Tool.Kind.CUSTOM,
            name="Chain",
            effect="mutate",
            input_schema=SCHEMA,
            output_schema=SCHEMA,
            execution={"shape": "composition", "steps": steps},
        )
        catalogue_changed()

    # -- Accepting ------------------------------------------------------------------------------

    def _accept(self) -> None:
        """Faster than the workers can follow, so that there is always something to lose."""
        poison_at = set(random.sample(range(self.options.runs), self.options.poison))
        for number in range(self.options.runs):
            slug = TENANTS[number % len(TENANTS)]
            tool = "fault-poison" if number in poison_at else random.choice(KINDS)  # noqa: S311
            run_id = self._start(slug, tool)
            if run_id:
                self.accepted[slug].append(run_id)

    def _start(self, slug: str, tool: str) -> UUID | None:
        try:
            with tenant_context(slug):
                result = run_tool(
                    principal=self.principals[slug],
                    slug=tool,
                    payload={},
                    source=Source.API,
                    background=True,
                )
        except (DatabaseError, InterfaceError):
            connection.close()
            self.refused += 1
            time.sleep(0.05)
            return None
        return result.run_id

    # -- Breaking -------------------------------------------------------------------------------

    def _break(self) -> None:
        options, stack = self.options, self.stack
        acts: list[Callable[[], None]] = [
            *[stack.kill_worker] * options.kills,
            *[stack.kill_redis] * options.redis_kills,
            *[stack.restart_postgres] * options.postgres_restarts,
            *[stack.stop_worker_past_its_lease] * options.stops,
        ]
        random.shuffle(acts)
        time.sleep(1)
        for act in acts:
            act()
            time.sleep(random.uniform(0.2, 2))  # noqa: S311 - no secret
            stack.mend()

    # -- Waiting --------------------------------------------------------------------------------

    def _left(self) -> int:
        left = 0
        for slug in TENANTS:
            with tenant_context(slug):
                left += PendingRun.objects.count()
        return left

    def _wait(self) -> None:
        ends = time.monotonic() + self.options.patience
        while time.monotonic() < ends:
            self.stack.mend()
            try:
                if not self._left():
                    return
            except (DatabaseError, InterfaceError):
                connection.close()
            time.sleep(0.25)
        self.wrong.append(f"{self._left()} runs were not done in time")

    # -- Cancelling -----------------------------------------------------------------------------

    def _cancel(self) -> None:
        slug = TENANTS[0]
        cancelling = Cancelling(self.stack, slug, self.principals[slug], self.accepted[slug])
        for words in cancelling.trial(self.options.cancels, self._wait):
            self._say(words)
        self.wrong += cancelling.wrong

    # -- Counting -------------------------------------------------------------------------------

    def _count(self, slug: str) -> None:
        with tenant_context(slug), connection.cursor() as cursor:
            cursor.execute(COUNTS)
            for row in cursor.fetchall():
                self._say(f"  {slug}: {_words(*row)}")
                self._judge(slug, *row)
            cursor.execute("SELECT id FROM session_events WHERE type = 'tool.started'")
            known = {run_id for (run_id,) in cursor.fetchall()}
            lost = [run_id for run_id in self.accepted[slug] if run_id not in known]
            if lost:
                self.wrong.append(f"{slug}: {len(lost)} accepted runs are not there")
            self.wrong += [f"{slug}: {found}" for found in breaks()]

    def _judge(
        self, slug: str, tool: str, end: str | None, code: str | None, step: bool, effects: int,
        runs: int,
    ) -> None:  # fmt: skip
        changes = tool in {"fault-change", "fault-risk"}
        expected = 1 if changes and end == "tool.completed" else 0
        allowed: set[str | None] = ALLOWED.get(tool, {None})
        what = f"{slug}: {_words(tool, end, code, step, effects, runs)}"
        if end is None:
            self.wrong.append(f"{what}: lost")
        elif effects != expected:
            self.wrong.append(f"{what}: should have {expected}")
        elif end != "tool.cancelled" and code not in allowed:
            self.wrong.append(f"{what}: should not have failed")


def _words(
    tool: str, end: str | None, code: str | None, step: bool, effects: int, runs: int
) -> str:
    which = f"{tool}{' (a step)' if step else ''}"
    return f"{runs} × {which} {end or 'without an end'} {code or ''} with {effects} effects each"
