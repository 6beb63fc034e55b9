"""Links that let guests into one session."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from config.ids import uuid7
from together.models.group import GroupSession


class ShareLink(models.Model):
    """Only a hash of the token is kept. A session has at most one that is not revoked."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(GroupSession, on_delete=models.PROTECT, related_name="links")
    digest = models.CharField(max_length=64, unique=True)
    submission_limit = models.PositiveSmallIntegerField(default=200)
    created_by_label = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "share_links"
        ordering = ["-id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint("group", condition=Q(revoked_at=None), name="one_link_a_group")
        ]

    def __str__(self) -> str:
        return str(self.pk)

    def is_open_at(self, moment: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > moment)

    @property
    def is_open(self) -> bool:
        return self.is_open_at(timezone.now())
