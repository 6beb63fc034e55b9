from django.apps import AppConfig


class OperatorsConfig(AppConfig):
    name = "operators"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation

        navigation.register(
            Entry("Platform", "Workspaces", "tenants", "building-2", "tenants.platform.read"),
        )
