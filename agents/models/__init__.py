"""The tables of models and agents, one module a noun."""

from agents.models.connection import ModelConnection
from agents.models.use import ModelUse

__all__ = ["ModelConnection", "ModelUse"]
