"""Requests that were sent before."""

from django.db import models


class IdempotencyKey(models.Model):
    """A caller's word that two requests are the same one: which run it stands for."""

    id = models.BigAutoField(primary_key=True)
    actor_id = models.UUIDField()
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64)
    run_id = models.UUIDField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "idempotency_keys"
        default_permissions = ()
        constraints = [models.UniqueConstraint("actor_id", "key", name="one_run_a_key")]

    def __str__(self) -> str:
        return self.key
