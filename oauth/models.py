"""Programs, what people let them do, and the hashes of what they hold. All of one tenant."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from accounts.models import User
from config.ids import uuid7


class Client(models.Model):
    """A program: registered here, or known by the address of its own description."""

    class Kind(models.TextChoices):
        REGISTERED = "registered"
        DOCUMENT = "document"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    client_id = models.CharField(max_length=500, unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=100)
    redirect_uris = ArrayField(models.CharField(max_length=500))
    created_at = models.DateTimeField(auto_now_add=True)
    fetched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class Connection(models.Model):
    """A person's consent: this program may act for me, within these scopes, until I revoke it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="connections")
    client = models.ForeignKey(Client, on_delete=models.CASCADE, related_name="connections")
    scopes = ArrayField(models.CharField(max_length=40))
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                "user", "client", condition=Q(revoked_at=None), name="one_live_connection_a_client"
            )
        ]

    def __str__(self) -> str:
        return f"{self.client} for {self.user}"


class Code(models.Model):
    """What the browser carries back to the program: good once, for a minute."""

    digest = models.CharField(primary_key=True, max_length=64)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="codes")
    redirect_uri = models.CharField(max_length=500)
    challenge = models.CharField(max_length=128)
    resource = models.CharField(max_length=500)
    scopes = ArrayField(models.CharField(max_length=40))
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"code for {self.connection_id}"


class Token(models.Model):
    class Kind(models.TextChoices):
        ACCESS = "access"
        REFRESH = "refresh"

    digest = models.CharField(primary_key=True, max_length=64)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="tokens")
    resource = models.CharField(max_length=500)
    scopes = ArrayField(models.CharField(max_length=40))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    # A refresh token that was used, or whatever was revoked: it is kept, to notice its return.
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} token for {self.connection_id}"
