from django.apps import AppConfig


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from accounts.principal import Kind
        from accounts.recall import recallers
        from agents import connections, delegation, prompts, toolset
        from agents.demo import add_prompt_tools
        from tenants.registry import Step, demo
        from tenants.vault import Keeper, keepers
        from tools_app.execution.runners import runners

        runners.register("prompt/direct", prompts.run_prompt, prompts.admit_prompt)
        runners.register("prompt/skill", delegation.run_skill, delegation.admit_agent)
        runners.register("prompt/agent", delegation.run_agent, delegation.admit_agent)

        demo.register(Step("prompts", "Prompt tools", add_prompt_tools))
        recallers.register(Kind.AGENT, toolset.recalled)
        keepers.register(Keeper("model connections", connections.reseal_keys))
        navigation.register(
            Entry("Workspace", "Agents", "agents", "bot", "agents.team.read"),
            Entry("Workspace", "Skills", "skills", "graduation-cap", "skills.team.read"),
            Entry("Workspace", "Usage", "usage", "chart-column", "usage.tenant.read"),
            Entry("Workspace", "Models", "connections", "plug", "connections.tenant.read"),
        )
