"""Agents over REST."""

from agents.api.configured import views_of
from agents.api.serializers import AgentChangeSerializer, AgentSerializer, NewAgentSerializer
from agents.families import AGENTS

AgentsView, AgentView, AgentVersionsView = views_of(
    AGENTS, shown=AgentSerializer, new=NewAgentSerializer, change=AgentChangeSerializer
)
