from django.apps import AppConfig


class TogetherConfig(AppConfig):
    name = "together"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation

        navigation.register(
            Entry("Workspace", "Embeds", "embeds", "panel-top-open", "tools.tenant.manage"),
            Entry("", "Sessions", "sessions", "scroll-text", "tool_sessions.own.read"),
        )
