from django.apps import AppConfig


class TogetherConfig(AppConfig):
    name = "together"

    def ready(self) -> None:
        import together.platform.answer_session
        import together.platform.endpoints  # noqa: F401
        from accounts.navigation import Entry, navigation
        from tools_app.outputs.spec import register_views
        from tools_app.registry import registry

        register_views(list(registry))
        navigation.register(
            Entry("Workspace", "Embeds", "embeds", "panel-top-open", "tools.tenant.manage"),
            Entry("", "Sessions", "sessions", "scroll-text", "tool_sessions.own.read"),
        )
