from django.apps import AppConfig


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from accounts.principal import Kind
        from accounts.recall import recallers
        from agents import connections, filling, naming, shapes
        from agents.acting import recalled
        from agents.demo import add_prompt_tools
        from tenants.registry import Step, demo
        from tenants.vault import Keeper, keepers
        from tools_app.execution.assistants import assistants
        from tools_app.execution.checks import checks
        from tools_app.execution.runners import runners

        shapes.register(runners)
        naming.register(checks)
        assistants.register(name_of=filling.name_of, fill=filling.fill_in)
        recallers.register(Kind.AGENT, recalled)
        keepers.register(Keeper("model connections", connections.reseal_keys))
        demo.register(Step("prompts", "Prompt tools", add_prompt_tools))
        navigation.register(
            Entry("Workspace", "Agents", "agents", "bot", "agents.team.read"),
            Entry("Workspace", "Skills", "skills", "graduation-cap", "skills.team.read"),
            Entry("Workspace", "Usage", "usage", "chart-column", "usage.tenant.read"),
            Entry("Workspace", "Models", "connections", "brain", "connections.tenant.read"),
        )
