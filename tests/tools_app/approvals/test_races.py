"""Everybody decides at the same time: nothing runs twice, and nothing runs that may not.

The ten races: fifty who agree; yes and no; yes and cancel; time runs out meanwhile; its time is over;
other arguments; another tool; the approver's right is taken away; one's own where that is forbidden;
another tenant. A few trials of each here; `make races` makes a thousand.
"""

import logging
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client

from accounts.catalogue import Role
from accounts.models import User
from accounts.roles import give_role
from sessions_app.chain import breaks
from tenants.context import tenant_context
from tests.tools_app.approvals.arena import (
    SLUG,
    Arena,
    arena,
    marks_of,
    patience,
    state_of,
    story_of,
)
from tests.tools_app.approvals.changing import Asked, changing
from tools_app.approvals.tasks import expire
from tools_app.models import ApprovalRules, Tool
from tools_app.resolver import catalogue_changed

TRIALS = int(os.environ.get("RACE_TRIALS", "6"))
CROWD = 50
APPLIED = ["started", "needs_approval", "approved", "completed"]


@pytest.fixture(scope="module")
def many(django_db_setup: None, django_db_blocker: Any) -> Iterator[Arena]:
    # A hundred thousand lines that say nothing.
    logging.getLogger("tenon.request").setLevel(logging.WARNING)
    with django_db_blocker.unblock(), changing(), patience(), arena(CROWD) as made:
        yield made
        with tenant_context(SLUG):
            assert list(breaks()) == []
    logging.getLogger("tenon.request").setLevel(logging.NOTSET)


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 100_000_000


def _check(asked: Asked) -> str:
    """It ran once and was applied, or never and was not. Returns what became of it."""
    state, marks, story = state_of(asked), marks_of(asked), story_of(asked)
    assert marks == (1 if state == "applied" else 0), (state, story)
    assert (story == APPLIED) == (state == "applied"), (state, story)
    return state


def _one_won(answers: list[int], winning: tuple[int, ...] = (200,)) -> None:
    """One got through, all others came too late."""
    came = Counter(answers)
    assert sum(came[status] for status in winning) == 1, came
    assert came.keys() - set(winning) <= {409}, came


def _agreed(answers: list[int], state: str, refused: set[int]) -> None:
    """Of those who agreed, one was told that it ran, if it did; the others why not."""
    came = Counter(answers)
    assert came[200] == (1 if state == "applied" else 0), (came, state)
    assert came.keys() - {200} <= refused, came


def _trials(fraction: float = 1) -> range:
    return range(max(3, round(TRIALS * fraction)))


def test_of_fifty_who_agree_one_wins(many: Arena) -> None:
    for trial in _trials(1 if TRIALS > 100 else 0.5):
        asked = many.ask("mark", f"crowd-{trial}")
        answers = many.at_once([many.decide(many.boss, asked, "approve")] * CROWD)
        _one_won(answers)
        assert _check(asked) == "applied"


@pytest.mark.parametrize("other", ["decline", "cancel"])
def test_yes_and_no_at_the_same_time(many: Arena, other: str) -> None:
    for trial in _trials():
        asked = many.ask("mark", f"{other}-{trial}")
        acts = [many.decide(many.boss, asked, how) for how in ("approve", other) * 2]
        random.shuffle(acts)
        answers = many.at_once(acts)
        _one_won(answers)
        ways = {"approve": "applied", "decline": "declined", "cancel": "cancelled"}
        assert _check(asked) in {"applied", ways[other]}


def test_time_runs_out_while_people_agree(many: Arena, settings: Any) -> None:
    def tidy() -> None:
        expire(tenant=SLUG)

    settings.APPROVAL_SECONDS = 0
    for trial in _trials():
        # Within the one override: a thousand of them would be nested a thousand deep.
        django_settings.APPROVAL_SECONDS = random.uniform(0, 0.06)
        asked = many.ask("mark", f"late-{trial}")
        *answers, _ = many.at_once([*[many.decide(many.boss, asked, "approve")] * 3, tidy])
        state = _check(asked)
        assert state in {"applied", "expired", "proposed"}
        _agreed(answers, state, {409})


def test_long_after_its_time_nothing_runs(many: Arena, settings: Any) -> None:
    settings.APPROVAL_SECONDS = -1
    for trial in _trials():
        asked = many.ask("mark", f"over-{trial}")
        assert set(many.at_once([many.decide(many.boss, asked, "approve")] * 4)) == {409}
        assert _check(asked) == "expired"


def test_other_arguments_never_run_under_an_old_yes(many: Arena) -> None:
    for trial in _trials():
        asked = many.ask("mark", f"old-{trial}")
        changed = many.decide(many.boss, asked, "counter", input={"mark": f"new-{trial}"})
        answers = many.at_once([many.decide(many.boss, asked, "approve"), changed])
        _one_won(answers, (200, 201))
        assert _check(asked) in {"applied", "replaced"}


class TestChangedMeanwhile:
    """Whoever changes something looks, after the commit, whether the decision came before it. If
    it had not, it must not come any more."""

    def _race(self, many: Arena, asked: Asked, change: Any, who: Client | None = None) -> None:
        def changed() -> str:
            with tenant_context(SLUG), transaction.atomic():
                change()
            return state_of(asked)

        approve = many.decide(who or many.boss, asked, "approve")
        *answers, seen = many.at_once([approve, approve, changed])
        state = _check(asked)
        _agreed(answers, state, {403, 409})
        assert seen == "applied" or state != "applied", "decided on what was not so any more"

    def test_the_tool(self, many: Arena) -> None:
        def change() -> None:
            row, _ = Tool.objects.get_or_create(slug="mark", kind=Tool.Kind.OVERRIDE)
            row.revision += 1
            row.name = f"Mark {row.revision}"
            row.save()
            catalogue_changed()

        for trial in _trials():
            self._race(many, many.ask("mark", f"tool-{trial}"), change)

    def test_the_right_of_who_agrees(self, many: Arena) -> None:
        def set_role(role: Role) -> None:
            give_role(User.objects.get(pk=many.boss_user.pk), role)

        try:
            for trial in _trials():
                asked = many.ask("mark", f"right-{trial}")
                self._race(many, asked, lambda: set_role(Role.VIEWER))
                with tenant_context(SLUG):
                    set_role(Role.OWNER)
        finally:
            with tenant_context(SLUG):
                set_role(Role.OWNER)

    def test_whether_ones_own_may_be_approved(self, many: Arena) -> None:
        def forbid() -> None:
            ApprovalRules.objects.update_or_create(defaults={"own": "never"})
            catalogue_changed()

        with tenant_context(SLUG):
            ApprovalRules.objects.all().delete()
        own = _own_browser()
        for trial in _trials():
            self._race(many, many.ask("mark", f"own-{trial}"), forbid, own)
            with tenant_context(SLUG):
                ApprovalRules.objects.all().delete()
                catalogue_changed()


def _own_browser() -> Client:
    with tenant_context(SLUG):
        member = User.objects.get(email=f"member@{SLUG}.example")
        browser = Client(HTTP_HOST=f"{SLUG}.localhost")
        browser.force_login(member, backend="accounts.authentication.TenantBackend")
    return browser


def test_another_tenant_decides_nothing(many: Arena) -> None:
    for trial in _trials():
        asked = many.ask("mark", f"other-{trial}")
        acts = [many.decide(many.stranger, asked, how) for how in ("approve", "decline", "cancel")]
        assert set(many.at_once(acts)) == {404}
        assert _check(asked) == "proposed"
