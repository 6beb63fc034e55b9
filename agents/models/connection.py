"""How a tenant reaches a language model."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from config.ids import uuid7
from tenants import vault

LONGEST_MODEL = 100
MOST_MODELS = 50


class ModelConnection(models.Model):
    class Provider(models.TextChoices):
        OPENAI = "openai", "OpenAI-compatible"
        ANTHROPIC = "anthropic", "Anthropic"
        EMBEDDED = "embedded", "The model of this installation"
        OFFLINE = "offline", "Offline (no model: for trying things out)"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=100)
    provider = models.CharField(max_length=20, choices=Provider)
    base_url = models.CharField(max_length=500, blank=True)
    sealed_key = models.TextField(blank=True)
    default_model = models.CharField(max_length=LONGEST_MODEL, blank=True)
    # What tools and agents may ask for; anything else becomes the default.
    allowed_models = ArrayField(models.CharField(max_length=LONGEST_MODEL), default=list)
    # Whether it takes a JSON schema for its answer; if not, it is asked in words.
    takes_schemas = models.BooleanField(default=True)
    enabled = models.BooleanField(default=True)
    is_default = models.BooleanField(default=False)
    # Tokens that one person may use in a rolling window; none means as many as they like.
    token_budget = models.PositiveIntegerField(null=True)
    window_minutes = models.PositiveIntegerField(null=True)
    # In `currency`, for a million tokens.
    price_input = models.DecimalField(max_digits=10, decimal_places=4, null=True)
    price_output = models.DecimalField(max_digits=10, decimal_places=4, null=True)
    price_cached = models.DecimalField(max_digits=10, decimal_places=4, null=True)
    currency = models.CharField(max_length=3, default="USD")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "model_connections"
        ordering = ["-is_default", "name"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], condition=Q(is_default=True), name="one_default_connection"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_key(self) -> bool:
        return bool(self.sealed_key)

    def set_key(self, key: str) -> None:
        self.sealed_key = vault.seal(key, about=self._about) if key else ""

    def key(self) -> str:
        """In the clear, for the request to the provider and nothing else. Raises `Unreadable`."""
        return vault.unseal(self.sealed_key, about=self._about) if self.sealed_key else ""

    @property
    def _about(self) -> str:
        return f"model_connections:{self.pk}"

    def model_for(self, wanted: str) -> str:
        """What is asked for if it is allowed, and otherwise the default."""
        return wanted if wanted in self.models else self.default_model

    @property
    def models(self) -> list[str]:
        return list(dict.fromkeys([self.default_model, *self.allowed_models]))
