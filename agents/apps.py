from django.apps import AppConfig


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from agents import connections
        from tenants.vault import Keeper, keepers

        keepers.register(Keeper("model connections", connections.reseal_keys))
        navigation.register(
            Entry("Workspace", "Models", "connections", "plug", "connections.tenant.read"),
        )
