"""What starts runs by itself: the clock, and other systems."""

from django.db import models

from config.ids import uuid7


class Schedule(models.Model):
    """A tool that is run at times, by the person who set it up, with the rights they have then."""

    class Missed(models.TextChoices):
        """What happens to the times at which nothing ran, because nothing was running."""

        SKIP = "skip", "Leave them out"
        ONCE = "once", "Run once for all of them"
        ALL = "all", "Run for each of them"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tool_slug = models.CharField(max_length=64)
    cron = models.CharField(max_length=100)
    timezone = models.CharField(max_length=64)
    # Sealed (tenants.vault): it may carry secrets.
    payload = models.TextField()
    missed = models.CharField(max_length=4, choices=Missed, default=Missed.SKIP)
    enabled = models.BooleanField(default=True)
    owner_id = models.UUIDField()
    owner_label = models.CharField(max_length=300)
    next_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField(null=True)
    last_run_id = models.UUIDField(null=True)
    last_error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "schedules"
        ordering = ["tool_slug", "id"]
        default_permissions = ()
        indexes = [models.Index("next_at", name="schedules_due", condition=models.Q(enabled=True))]

    def __str__(self) -> str:
        return f"{self.tool_slug} at {self.cron}"


class Webhook(models.Model):
    """An address at which another system runs a tool, for the person who set it up."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tool_slug = models.CharField(max_length=64, unique=True)
    # Both sealed (tenants.vault). The one before works until its time is over.
    secret = models.TextField()
    secret_before = models.TextField(blank=True)
    before_until = models.DateTimeField(null=True)
    enabled = models.BooleanField(default=True)
    owner_id = models.UUIDField()
    owner_label = models.CharField(max_length=300)
    last_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "webhooks"
        default_permissions = ()

    def __str__(self) -> str:
        return self.tool_slug
