"""Tenants and the hosts that lead to them: the only tables in the public schema."""

from typing import TYPE_CHECKING, ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django_tenants.models import DomainMixin, TenantMixin

from config.ids import uuid7

PLATFORM = "platform"
SCHEMA_PREFIX = "t_"
LONGEST_SLUG = 48
# Names that would mislead a person who reads the address.
RESERVED_SLUGS = frozenset({"www", "api", "admin", "mail", "static", "public", "localhost"})

slug_validator = RegexValidator(
    r"\A[a-z0-9][a-z0-9-]*\Z",
    "Use lower-case letters, digits and hyphens; begin with a letter or a digit.",
)


def schema_of(slug: str) -> str:
    """A slug has no underscore, so no two slugs share a schema; the prefix keeps clear of
    PostgreSQL's own names."""
    return SCHEMA_PREFIX + slug.replace("-", "_")


class Tenant(TenantMixin):
    class Status(models.TextChoices):
        CREATING = "creating", "Being created"
        ACTIVE = "active", "Active"
        SUSPENDED = "suspended", "Suspended"
        DELETING = "deleting", "Being deleted"
        FAILED = "failed", "Not created"

    # Provisioning decides when the schema is made; saving a row never does.
    auto_create_schema = False

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.CharField(max_length=LONGEST_SLUG, unique=True, validators=[slug_validator])
    name = models.CharField(max_length=100)
    status = models.CharField(max_length=10, choices=Status, default=Status.CREATING)
    # Goes up in the transaction of any change to the tenant's tools.
    catalog_version = models.BigIntegerField(default=1)
    # Goes up in the transaction of any change to what its roles allow.
    access_version = models.BigIntegerField(default=1)
    # The fingerprint of the migrations that its schema has.
    migrated_to = models.CharField(max_length=64, blank=True)
    owner_email = models.EmailField(blank=True)
    # Where provisioning is: the step it works on, since when, what went wrong.
    step = models.CharField(max_length=40, blank=True)
    step_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by the request's lookup: the platform's rows apply to every tenant.
    platform_catalog_version: int = 0

    @property
    def versions(self) -> tuple[int, int, int]:
        """What is known about a tenant is known of these."""
        return self.catalog_version, self.access_version, self.platform_catalog_version

    def learn(self, catalog: int, access: int, platform: int) -> None:
        """The versions of now, for somebody who works on in the tenant."""
        self.catalog_version, self.access_version = catalog, access
        self.platform_catalog_version = platform

    if TYPE_CHECKING:
        objects: ClassVar[models.Manager["Tenant"]]
        schema_name: str
        domains: models.Manager["Domain"]

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_platform(self) -> bool:
        return self.slug == PLATFORM

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE

    @property
    def in_progress(self) -> bool:
        return self.status in {self.Status.CREATING, self.Status.DELETING}


class Domain(DomainMixin):
    if TYPE_CHECKING:
        objects: ClassVar[models.Manager["Domain"]]

    class Meta:
        ordering = ["-is_primary", "domain"]
