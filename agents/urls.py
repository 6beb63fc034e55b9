from django.urls import path

from agents.api import agents as api_agents
from agents.api import connections as api_connections
from agents.api import skills as api_skills
from agents.api import usage as api_usage
from agents.views import configured, connections, usage

pages = [
    path("connections", connections.index, name="connections"),
    path("connections/new", connections.create, name="connection-create"),
    path("connections/<slug:slug>", connections.change, name="connection"),
    path("connections/<slug:slug>/try", connections.try_out, name="connection-try"),
    path("connections/<slug:slug>/delete", connections.delete, name="connection-delete"),
    path("connections/<slug:slug>/forget-key", connections.forget_key, name="connection-forget"),
    path("usage", usage.index, name="usage"),
    path("agents", configured.agents.index, name="agents"),
    path("agents/new", configured.agents.create, name="agent-create"),
    path("agents/<slug:slug>", configured.agents.change, name="agent"),
    path("agents/<slug:slug>/delete", configured.agents.delete, name="agent-delete"),
    path("skills", configured.skills.index, name="skills"),
    path("skills/new", configured.skills.create, name="skill-create"),
    path("skills/<slug:slug>", configured.skills.change, name="skill"),
    path("skills/<slug:slug>/delete", configured.skills.delete, name="skill-delete"),
]

api = [
    path("connections", api_connections.ConnectionsView.as_view(), name="api-connections"),
    path(
        "connections/<slug:slug>", api_connections.ConnectionView.as_view(), name="api-connection"
    ),
    path(
        "connections/<slug:slug>/test",
        api_connections.TryConnectionView.as_view(),
        name="api-connection-test",
    ),
    path("usage", api_usage.UsageView.as_view(), name="api-usage"),
    path("agents", api_agents.AgentsView.as_view(), name="api-agents"),
    path("agents/<slug:slug>", api_agents.AgentView.as_view(), name="api-agent"),
    path(
        "agents/<slug:slug>/versions",
        api_agents.AgentVersionsView.as_view(),
        name="api-agent-versions",
    ),
    path("skills", api_skills.SkillsView.as_view(), name="api-skills"),
    path("skills/<slug:slug>", api_skills.SkillView.as_view(), name="api-skill"),
    path(
        "skills/<slug:slug>/versions",
        api_skills.SkillVersionsView.as_view(),
        name="api-skill-versions",
    ),
]
