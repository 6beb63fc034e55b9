"""What is known of a file; its bytes are in the storage, under `key`."""

from django.db import models
from django.db.models import F

from config.ids import uuid7


class StoredFile(models.Model):
    """Owner and actor are plain columns: a file outlives the account that brought it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    # As found in the content, never as the client said.
    media_type = models.CharField(max_length=150)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField(null=True, blank=True)
    height = models.PositiveIntegerField(null=True, blank=True)
    user_id = models.UUIDField()
    actor_label = models.CharField(max_length=300)
    key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "files"
        ordering = ["-id"]
        indexes = [models.Index("user_id", F("id").desc(), name="files_user")]

    def __str__(self) -> str:
        return self.name
