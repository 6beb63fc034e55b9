"""Runs that wait for a human, and what humans have allowed beforehand.

Nothing here refers to people or tools by foreign key: what was decided outlives what it names.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from config.ids import uuid7
from tools_app.definitions import LONGEST_SLUG, Effect


class Proposal(models.Model):
    """A run that waits for a human: sealed, used once, good for a few minutes.

    `payload` (the arguments and, of a test, the draft) is sealed (`tenants.vault`) and thrown away
    when the proposal is closed; `shown` is what people may see of it, `input_hash` what it was.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", "Waits"
        APPLIED = "applied", "Approved"
        DECLINED = "declined", "Declined"
        EXPIRED = "expired", "Expired"
        CANCELLED = "cancelled", "Cancelled"
        REPLACED = "replaced", "Replaced by other arguments"
        VOID = "void", "Void: something has changed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.PROPOSED)
    # -- What
    run_id = models.UUIDField(unique=True)
    session_id = models.UUIDField()
    tool_slug = models.CharField(max_length=LONGEST_SLUG)
    tool_name = models.CharField(max_length=100)
    effect = models.CharField(max_length=12, choices=[(e.value, e.value) for e in Effect])
    source = models.CharField(max_length=10)
    is_test = models.BooleanField(default=False)
    payload = models.TextField()
    shown = models.JSONField()
    input_hash = models.CharField(max_length=64)
    # The tool as it was, part by part, so that it can be said what has changed.
    versions = models.JSONField()
    seal = models.CharField(max_length=64)
    nonce_hash = models.CharField(max_length=64)
    # -- What it would do
    summary = models.CharField(max_length=500)
    target = models.CharField(max_length=200)
    diff = models.JSONField(null=True)
    # -- Who asks, and for whom
    caller_kind = models.CharField(max_length=20)
    caller_id = models.UUIDField()
    caller_label = models.CharField(max_length=300)
    user_id = models.UUIDField()
    # Changed arguments are another proposal: of which, and whose they are.
    counter_of = models.UUIDField(null=True)
    changed_by_id = models.UUIDField(null=True)
    changed_by_label = models.CharField(max_length=300, blank=True)
    # -- What became of it
    decided_by_kind = models.CharField(max_length=20, blank=True)
    decided_by_id = models.UUIDField(null=True)
    decided_by_label = models.CharField(max_length=300, blank=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "proposals"
        ordering = ["-id"]
        default_permissions = ()
        indexes = [
            models.Index("expires_at", name="proposals_open", condition=Q(status="proposed")),
            models.Index("user_id", F("id").desc(), name="proposals_user"),
        ]

    def __str__(self) -> str:
        return f"{self.tool_slug}: {self.summary}"

    @property
    def state(self) -> "Proposal.Status":
        """Now: one whose time is over has expired, whether anybody has noted it or not."""
        status = Proposal.Status(self.status)
        if status == Proposal.Status.PROPOSED and self.expires_at <= timezone.now():
            return Proposal.Status.EXPIRED
        return status

    @property
    def is_open(self) -> bool:
        return self.state == Proposal.Status.PROPOSED

    @property
    def is_destructive(self) -> bool:
        return self.effect == Effect.DESTRUCTIVE


class StandingGrant(models.Model):
    """Somebody's programs and agents may run one tool without asking, until it is taken back or
    the tool does something else. Never for what deletes, never where the tool always asks."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tool_slug = models.CharField(max_length=LONGEST_SLUG)
    tool_name = models.CharField(max_length=100)
    user_id = models.UUIDField()
    user_label = models.CharField(max_length=300)
    # What the tool did when it was allowed.
    substance = models.CharField(max_length=64)
    granted_by_id = models.UUIDField()
    granted_by_label = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by_label = models.CharField(max_length=300, blank=True)

    class Meta:
        db_table = "standing_grants"
        ordering = ["-id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                "tool_slug", "user_id", condition=Q(revoked_at=None), name="one_standing_grant"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tool_slug} for {self.user_label}"


class ApprovalRules(models.Model):
    """How a workspace approves: one row, or none for the defaults."""

    class Own(models.TextChoices):
        ALLOWED = "allowed", "One may approve what one's own programs propose"
        NOT_DESTRUCTIVE = "not_destructive", "Somebody else must approve what deletes"
        NEVER = "never", "Somebody else must always approve"

    class Notify(models.TextChoices):
        APPROVERS = "approvers", "Everybody who may approve"
        PERSON = "person", "Only the person whose program asks"
        NOBODY = "nobody", "Nobody"

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    own = models.CharField(max_length=20, choices=Own, default=Own.ALLOWED)
    mail = models.CharField(max_length=20, choices=Notify, default=Notify.APPROVERS)
    webhook_url = models.URLField(max_length=500, blank=True)
    # The secret that signs is derived from it: nothing secret is stored.
    webhook_nonce = models.UUIDField(null=True)

    class Meta:
        db_table = "approval_rules"
        default_permissions = ()

    def __str__(self) -> str:
        return "Rules of approval"
