"""Proposing and deciding, over REST."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from accounts.catalogue import Role
from accounts.models import ApiKey, User
from accounts.roles import give_role
from sessions_app.chain import breaks
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Meet, Person
from tests.tools_app.approvals.changing import (
    VALERY,
    ask,
    call,
    changing,
    decide,
    happenings,
    marks,
    name_of,
)
from tests.tools_app.samples import registered, sample
from tools_app.approvals.tasks import expire
from tools_app.models import Proposal, Tool
from tools_app.resolver import catalogue_changed


@pytest.fixture(autouse=True)
def _tools() -> Any:
    with changing():
        yield


@pytest.fixture
def erin(meet: Meet) -> Person:
    """An editor: may approve."""
    return meet("Erin", "acme")


def _row() -> Proposal:
    return Proposal.objects.get()


class TestProposing:
    def test_what_would_change_is_told_and_nothing_is_done(self, bob: Person) -> None:
        asked = ask(bob)
        ticket = asked.body["proposal"]
        assert ticket["summary"] == "Rename Charlie to Valery"
        assert ticket["target"] == "Charlie"
        assert ticket["diff"] == [{"field": "name", "before": "Charlie", "after": "Valery"}]
        assert ticket["payload"] == VALERY
        assert ticket["token"].startswith(f"propose:{ticket['id'].replace('-', '')}.")
        assert name_of() == "Charlie", "the dry run was rolled back"
        assert happenings(asked.run_id) == ["tool.started", "tool.needs_approval"]

    def test_what_the_dry_run_refuses_is_a_failed_run_and_not_proposed(self, bob: Person) -> None:
        answer = ask(bob, payload={**VALERY, "email": "nobody@example.com"}, status=200).body
        assert (answer["status"], answer["error"]["code"]) == ("error", "nobody")
        assert answer["proposal"] is None
        with tenant_context("acme"):
            assert not Proposal.objects.exists()

    def test_neither_the_token_nor_a_secret_is_kept_in_the_clear(self, bob: Person) -> None:
        asked = ask(bob, payload={**VALERY, "code": "hunter2"})
        with tenant_context("acme"):
            kept = json.dumps(
                [*Proposal.objects.values(), *SessionEvent.objects.values()], default=str
            )
        nonce = asked.token.split(".")[1]
        assert "hunter2" not in kept
        assert nonce not in kept
        shown = asked.program.get(asked.path).json()
        assert shown["payload"]["code"] == "••••••"
        assert "token" not in shown


class TestAgreeing:
    def test_the_very_run_that_was_proposed_is_carried_out(self, bob: Person, erin: Person) -> None:
        asked = ask(bob, payload={**VALERY, "code": "hunter2"})
        answer = decide(erin.browser(), asked, "approve")
        assert answer.status_code == 200, answer.content
        assert answer.json()["run"]["run_id"] == asked.run_id
        assert answer.json()["proposal"]["status"] == "applied"
        assert answer.json()["run"]["output"] is None, "the result is for whoever asked"
        assert name_of() == "Valery"
        events = ["tool.started", "tool.needs_approval", "tool.approved", "tool.completed"]
        assert happenings(asked.run_id) == events
        run = asked.program.get(f"/api/runs/{asked.run_id}").json()
        assert (run["status"], run["output"]) == ("success", {"name": "Valery"})
        with tenant_context("acme"):
            assert list(breaks()) == []
            approved = SessionEvent.objects.get(type="tool.approved")
            assert (approved.actor_label, approved.actor_kind) == ("Erin", "user")
            row = _row()
            assert (row.caller_kind, row.decided_by_label) == ("api_key", "Erin")
            assert row.payload == "", "what was locked is thrown away"

    def test_a_second_yes_comes_too_late(self, bob: Person, erin: Person) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        assert decide(erin.browser(), asked, "approve").status_code == 200
        again = decide(erin.browser(), asked, "approve")
        assert (again.status_code, again.json()["code"]) == (409, "proposal_closed")
        assert "Erin" in again.json()["detail"]
        with tenant_context("acme"):
            assert marks() == 1

    def test_by_its_token(self, bob: Person) -> None:
        asked = ask(bob)
        wrong = asked.token[:-1] + ("0" if asked.token[-1] != "0" else "1")
        for token in (wrong, "nonsense", "propose:x.y"):
            refused = call(bob.browser(), "POST", "/api/approvals/apply", {"token": token})
            assert (refused.status_code, refused.json()["code"]) == (404, "proposal_not_found")
        fine = call(bob.browser(), "POST", "/api/approvals/apply", {"token": asked.token})
        assert fine.json()["run"]["output"] == {"name": "Valery"}, "it is Bob's own"

    def test_no_arguments_are_taken_with_it(self, bob: Person) -> None:
        asked = ask(bob)
        refused = decide(bob.browser(), asked, "approve", input={**VALERY, "name": "Eve"})
        assert refused.status_code == 400
        assert name_of() == "Charlie"

    def test_only_a_person_agrees(self, bob: Person, alice: Person) -> None:
        asked = ask(bob)
        for program in (asked.program, alice.program("tools:execute", "approvals:review")):
            refused = decide(program, asked, "approve")
            assert (refused.status_code, refused.json()["code"]) == (403, "person_required")
        assert name_of() == "Charlie"

    def test_others_need_the_right_and_other_tenants_see_nothing(
        self, bob: Person, alice: Person, dana: Person, charlie: Person
    ) -> None:
        asked = ask(alice)
        assert decide(bob.browser(), asked, "approve").status_code == 404, "not his to see"
        assert decide(charlie.browser(), asked, "approve").status_code == 403
        assert decide(dana.browser(), asked, "approve").status_code == 404
        assert name_of() == "Charlie"

    @pytest.mark.parametrize(("own", "slug", "status"), [
        ("allowed", "wipe", 200),
        ("not_destructive", "mark", 200),
        ("not_destructive", "wipe", 403),
        ("never", "mark", 403),
    ])  # fmt: skip
    def test_whether_ones_own_may_be_approved_is_the_workspaces_to_say(
        self, alice: Person, own: str, slug: str, status: int
    ) -> None:
        rules = {"own": own, "mail": "nobody", "webhook_url": ""}
        assert call(alice.browser(), "PUT", "/api/approvals/rules", rules).status_code == 200
        asked = ask(alice, slug, {"mark": "x"})
        name = asked.body["proposal"]["target"]
        answer = decide(alice.browser(), asked, "approve", confirm=name)
        assert answer.status_code == status
        if status == 403:
            assert answer.json()["code"] == "self_approval"

    def test_what_deletes_is_confirmed_by_its_name(self, alice: Person) -> None:
        asked = ask(alice, "wipe", {"mark": "x"})
        for typed in ({}, {"confirm": "wipe"}):
            refused = decide(alice.browser(), asked, "approve", **typed)
            assert (refused.status_code, refused.json()["code"]) == (400, "not_confirmed")
        agreed = decide(alice.browser(), asked, "approve", confirm="Wipe the disk")
        assert agreed.json()["run"]["status"] == "success"


class TestWhatHasChanged:
    def _refused(self, person: Person, asked: Any, code: str, status: int = 409) -> str:
        answer = decide(person.browser(), asked, "approve")
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
        with tenant_context("acme"):
            assert marks() == 0
        return str(answer.json()["detail"])

    def test_a_changed_tool_voids_it(self, bob: Person, alice: Person) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            Tool.objects.create(slug="mark", kind=Tool.Kind.OVERRIDE, policy="always_ask")
            catalogue_changed()
        words = self._refused(alice, asked, "proposal_void")
        assert "when it asks" in words
        run = asked.program.get(f"/api/runs/{asked.run_id}").json()
        assert (run["status"], run["error_code"]) == ("error", "approval_void")
        self._refused(alice, asked, "proposal_closed")

    @pytest.mark.parametrize("change", [
        {"input_hash": "0" * 64},
        {"payload": "gAAAAA"},
        {"shown": {"mark": "harmless"}},
        {"user_id": "01a1ede4-9869-73de-8e76-aa8965aec33f"},
        {"expires_at": F("expires_at") + timedelta(hours=1)},
        {"effect": "read"},
    ])  # fmt: skip
    def test_a_row_that_was_edited_voids_it(
        self, bob: Person, alice: Person, change: dict[str, Any]
    ) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            Proposal.objects.update(**change)
        self._refused(alice, asked, "proposal_void")

    def test_a_hidden_tool_blocks_it(self, bob: Person, alice: Person) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            Tool.objects.create(slug="mark", kind=Tool.Kind.OVERRIDE, enabled=False)
            catalogue_changed()
        assert decide(alice.browser(), asked, "approve").status_code == 404

    def test_a_proposer_without_the_right_blocks_it_and_the_right_is_named(
        self, bob: Person, alice: Person
    ) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            give_role(bob.user, Role.VIEWER)
        words = self._refused(alice, asked, "proposer_lacks_right", 403)
        assert "tools.team.execute" in words

    def test_a_revoked_key_or_a_gone_person_blocks_it(self, bob: Person, alice: Person) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            ApiKey.objects.update(revoked_at=timezone.now())
        self._refused(alice, asked, "caller_gone", 403)
        other = ask(bob, "mark", {"mark": "x"})
        with tenant_context("acme"):
            User.objects.filter(pk=bob.user.pk).update(is_active=False)
        self._refused(alice, other, "caller_gone", 403)

    def test_time_runs_out_whether_anybody_notes_it_or_not(
        self, bob: Person, alice: Person, settings: Any
    ) -> None:
        settings.APPROVAL_SECONDS = 0
        first, second = ask(bob, "mark", {"mark": "x"}), ask(bob, "mark", {"mark": "y"})
        assert alice.browser().get("/api/approvals").json()["results"] == []
        assert alice.browser().get(first.path).json()["status"] == "expired"
        self._refused(alice, first, "proposal_expired")
        assert happenings(second.run_id)[-1] == "tool.needs_approval"
        expire(tenant="acme")
        assert happenings(second.run_id)[-1] == "tool.expired"
        assert decide(alice.browser(), second, "decline").json()["code"] == "proposal_expired"


class TestOtherAnswers:
    def test_no_with_a_reason_ends_the_run(self, bob: Person, erin: Person) -> None:
        asked = ask(bob)
        answer = decide(erin.browser(), asked, "decline", reason="Ask Charlie first")
        assert answer.json()["proposal"]["status"] == "declined"
        run = asked.program.get(f"/api/runs/{asked.run_id}").json()
        assert (run["status"], run["error"]) == ("error", "Ask Charlie first")
        assert happenings(asked.run_id)[-1] == "tool.rejected"
        assert decide(erin.browser(), asked, "approve").status_code == 409
        assert name_of() == "Charlie"

    def test_the_program_may_take_it_back(self, bob: Person, alice: Person) -> None:
        asked = ask(bob)
        assert decide(asked.program, asked, "cancel").json()["proposal"]["status"] == "cancelled"
        assert happenings(asked.run_id)[-1] == "tool.cancelled"
        assert decide(alice.browser(), asked, "approve").status_code == 409

    def test_other_arguments_are_another_proposal(self, bob: Person, erin: Person) -> None:
        asked = ask(bob, payload={**VALERY, "code": "hunter2"})
        invalid = decide(erin.browser(), asked, "counter", input={"name": 3})
        assert invalid.status_code == 400
        payload = {**VALERY, "name": "Valentina", "code": "••••••"}
        made = decide(erin.browser(), asked, "counter", input=payload)
        assert made.status_code == 201, made.content
        new = made.json()
        assert (new["counter_of"], new["changed_by_label"]) == (asked.id, "Erin")
        assert new["summary"] == "Rename Charlie to Valentina"
        assert new["caller_label"] == "test of Bob"
        assert asked.program.get(asked.path).json()["status"] == "replaced"
        assert happenings(asked.run_id)[-1] == "tool.rejected"
        assert decide(erin.browser(), asked, "approve").status_code == 409
        done = call(erin.browser(), "POST", f"/api/approvals/{new['id']}/approve")
        assert done.json()["run"]["status"] == "success"
        assert name_of() == "Valentina"

    def test_always_lets_this_persons_programs_run_this_tool(
        self, bob: Person, erin: Person, alice: Person
    ) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        assert decide(bob.browser(), asked, "approve", always=True).status_code == 403
        assert decide(erin.browser(), asked, "approve", always=True).status_code == 200
        assert ask(bob, "mark", {"mark": "y"}, status=200).body["status"] == "success"
        ask(alice, "mark", {"mark": "z"})
        (grant,) = bob.browser().get("/api/approvals/grants").json()["results"]
        assert (grant["user_label"], grant["granted_by_label"]) == ("Bob", "Erin")
        path = f"/api/approvals/grants/{grant['id']}"
        assert bob.browser().delete(path).status_code == 204
        ask(bob, "mark", {"mark": "y"})

    def test_always_ends_when_the_tool_does_something_else(
        self, bob: Person, alice: Person
    ) -> None:
        asked = ask(bob, "mark", {"mark": "x"})
        decide(alice.browser(), asked, "approve", always=True)
        with tenant_context("acme"):
            row = Tool.objects.create(slug="mark", kind=Tool.Kind.OVERRIDE, name="New words")
            catalogue_changed()
        ask(bob, "mark", {"mark": "y"}, status=200)
        with tenant_context("acme"):
            row.required_permissions = ["tools.team.read"]
            row.save()
            catalogue_changed()
        ask(bob, "mark", {"mark": "y"})

    def test_what_deletes_is_never_allowed_always(self, alice: Person) -> None:
        asked = ask(alice, "wipe", {"mark": "x"})
        answer = decide(alice.browser(), asked, "approve", confirm="Wipe the disk", always=True)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_grantable")
        with tenant_context("acme"):
            assert marks() == 0


def test_a_program_may_review_and_decline(bob: Person, alice: Person) -> None:
    asked = ask(bob)
    reviewer = alice.program("approvals:review")
    (found,) = reviewer.get("/api/approvals").json()["results"]
    assert found["id"] == asked.id
    assert decide(reviewer, asked, "decline").status_code == 200


def test_the_audit_log_says_what_each_call_came_to_and_who_decided(
    bob: Person, alice: Person
) -> None:
    with registered(sample()):
        ask(bob, "sample", {"a": 1}, status=200)
        agreed, denied = ask(bob), ask(bob)
        ask(bob)
        decide(alice.browser(), agreed, "approve")
        decide(alice.browser(), denied, "decline")
        rows = alice.browser().get("/api/audit").json()["results"]
    found = [(row["outcome"], row["decided_by"]) for row in reversed(rows)]
    assert found == [
        ("executed", None),
        ("applied", "Alice"),
        ("declined", "Alice"),
        ("proposed", None),
    ]


def test_what_was_proposed_outlives_a_change_of_the_master_key(
    bob: Person, alice: Person, settings: Any
) -> None:
    first, forged = ask(bob), ask(bob)
    with tenant_context("acme"):
        Proposal.objects.filter(pk=forged.id).update(target="Somebody else")
    old = settings.ENCRYPTION_KEYS[0]
    settings.ENCRYPTION_KEYS = ["a new master key", old]
    with pytest.raises(CommandError, match="1 could not be read"):
        call_command("rotate_secrets", verbosity=0)
    settings.ENCRYPTION_KEYS = ["a new master key"]
    refused = decide(alice.browser(), forged, "approve")
    assert (refused.status_code, refused.json()["code"]) == (409, "proposal_void")
    assert decide(alice.browser(), first, "approve").status_code == 200
    assert name_of() == "Valery"
