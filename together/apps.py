from django.apps import AppConfig


class TogetherConfig(AppConfig):
    name = "together"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation

        navigation.register(
            Entry("", "Sessions", "sessions", "scroll-text", "tool_sessions.own.read"),
        )
