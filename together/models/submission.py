"""What one participant answered."""

from django.db import models

from config.ids import uuid7
from together.models.group import GroupSession
from together.models.link import ShareLink


class Submission(models.Model):
    """The latest answer of a participant; the ones before it are runs in the session's log."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(GroupSession, on_delete=models.PROTECT, related_name="submissions")
    # A person, whichever way they come; else the agent or the guest itself.
    participant_id = models.UUIDField()
    kind = models.CharField(max_length=20)
    display_name = models.CharField(max_length=300)
    # The link that a guest came by.
    link = models.ForeignKey(
        ShareLink, null=True, on_delete=models.PROTECT, related_name="submissions"
    )
    run_id = models.UUIDField()
    input = models.JSONField()
    output = models.JSONField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "submissions"
        ordering = ["created_at", "id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint("group", "participant_id", name="one_answer_a_participant")
        ]

    def __str__(self) -> str:
        return self.display_name
