from django.apps import AppConfig


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from agents import connections, prompts
        from tenants.vault import Keeper, keepers
        from tools_app.execution.runners import runners

        runners.register("prompt/direct", prompts.run_prompt, prompts.admit_prompt)

        keepers.register(Keeper("model connections", connections.reseal_keys))
        navigation.register(
            Entry("Workspace", "Models", "connections", "plug", "connections.tenant.read"),
        )
