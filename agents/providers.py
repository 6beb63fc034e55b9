"""A model of a connection, before anything is asked of it.

Without the providers' libraries: reading them takes seconds, which only those wait for who ask.
"""

from dataclasses import dataclass

from django.conf import settings

from agents.models import ModelConnection
from config.services.model import NAME as EMBEDDED

Provider = ModelConnection.Provider
BASE_URLS = {
    Provider.OPENAI: "https://api.openai.com/v1",
    Provider.ANTHROPIC: "https://api.anthropic.com",
}
OFFLINE = "offline"


@dataclass(frozen=True)
class Chosen:
    """A model of a connection, ready to be asked."""

    connection: ModelConnection
    model: str

    @property
    def is_offline(self) -> bool:
        provider = self.connection.provider
        return provider == Provider.OFFLINE or (
            provider == Provider.EMBEDDED and not settings.MODEL_URL
        )

    @property
    def name(self) -> str:
        """Of what answers, as pages name it."""
        if self.is_offline:
            return OFFLINE
        return self.model or EMBEDDED

    @property
    def takes_schemas(self) -> bool:
        connection = self.connection
        return connection.takes_schemas and connection.provider != Provider.ANTHROPIC

    @property
    def calls_tools(self) -> bool:
        """The embedded model's template knows no tools."""
        embedded = self.connection.provider == Provider.EMBEDDED
        return not (self.is_offline or (embedded and self.name == EMBEDDED))
