"""What models were used for, and what it took."""

from django.db import models

from config.ids import uuid7


class ModelUse(models.Model):
    """One request to a model. Written before it is sent (`settled` is false, `output_tokens` is
    what it may take at most), and set right when it has answered: what is being spent counts."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Plain columns: the record outlives what it names.
    connection_id = models.UUIDField()
    connection_label = models.CharField(max_length=100)
    model = models.CharField(max_length=200)
    actor_id = models.UUIDField()
    user_id = models.UUIDField()
    run_id = models.UUIDField(null=True)
    tool_slug = models.CharField(max_length=64, blank=True)
    agent_slug = models.CharField(max_length=64, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    currency = models.CharField(max_length=3, blank=True)
    settled = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "model_uses"
        default_permissions = ()
        indexes = [
            models.Index(fields=["connection_id", "user_id", "created_at"]),
            models.Index(fields=["created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.model}: {self.input_tokens} + {self.output_tokens}"
