"""The tables of models and agents, one module a noun."""

from agents.models.agent import Agent
from agents.models.configured import Configured, ConfigVersion
from agents.models.connection import ModelConnection
from agents.models.skill import Skill
from agents.models.use import ModelUse

__all__ = ["Agent", "ConfigVersion", "Configured", "ModelConnection", "ModelUse", "Skill"]
