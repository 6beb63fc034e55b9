"""People, their invitations and their API keys. All of it belongs to one tenant."""

import uuid
from datetime import datetime
from typing import Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import OuterRef, Q
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.catalogue import Role
from accounts.rights import Held, held_by
from config.ids import uuid7


class UserQuerySet(models.QuerySet["User"]):
    def with_groups(self) -> Self:
        """Bring the groups along, in the same query."""
        through = self.model.groups.through.objects.filter(user_id=OuterRef("pk"))
        return self.annotate(group_ids=ArraySubquery(through.values("group_id")))


class UserManager(BaseUserManager["User"]):
    def get_queryset(self) -> UserQuerySet:
        return UserQuerySet(self.model, using=self._db)

    def with_groups(self) -> UserQuerySet:
        return self.get_queryset().with_groups()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField("e-mail", unique=True)
    name = models.CharField(max_length=100)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = UserManager()

    USERNAME_FIELD = EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    # Set by `with_groups`.
    group_ids: list[int]

    class Meta:
        ordering = ["name", "email"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_superuser=False),
                name="no_superuser",
                violation_error_message="Rights come from roles; there is no superuser.",
            ),
            models.CheckConstraint(condition=Q(email=Lower("email")), name="email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def is_staff(self) -> bool:
        """Django's admin templates ask; the site itself asks the principal."""
        return self.is_active

    @property
    def held(self) -> Held:
        """The one role of this person, with its rights."""
        if not hasattr(self, "group_ids"):
            self.group_ids = list(self.groups.values_list("pk", flat=True))
        return held_by(self.group_ids)

    @property
    def role(self) -> Role:
        return self.held.role

    @property
    def role_label(self) -> str:
        return self.role.label


class Invitation(models.Model):
    """A link that makes one account. The link is signed, so nothing secret is stored."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField("e-mail")
    role = models.CharField(max_length=10, choices=[(role.value, role.label) for role in Role])
    # A new link for the same invitation gets a new nonce, and the old one is dead.
    nonce = models.UUIDField(default=uuid.uuid4, editable=False)
    invited_by_label = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                "email", condition=Q(accepted_at=None), name="one_open_invitation_an_address"
            )
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def role_label(self) -> str:
        return Role(self.role).label

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()


class ApiKey(models.Model):
    """Acts for its owner, within its scopes. Only a hash of the key is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=40))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = "API key"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def owner_label(self) -> str:
        return str(self.user)

    def status_at(self, moment: datetime) -> str:
        if self.revoked_at and self.revoked_at <= moment:
            return "revoked"
        if self.expires_at and self.expires_at <= moment:
            return "expired"
        return "active"

    @property
    def status(self) -> str:
        return self.status_at(timezone.now())
