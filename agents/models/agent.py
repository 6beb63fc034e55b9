"""Agents: a model with instructions, tools and skills."""

from django.db import models

from agents.config import AgentConfig, read_config
from agents.models.configured import Configured


class Agent(Configured):
    model = models.CharField(max_length=200, blank=True)
    # As `agents.config.AgentConfig`; whatever is in it, reading it never fails.
    config = models.JSONField(default=dict)
    # Comes with the product: it may be changed and turned off, but not deleted.
    is_system = models.BooleanField(default=False)

    class Meta(Configured.Meta):
        db_table = "agents"

    @property
    def settings(self) -> AgentConfig:
        return read_config(self.config)
