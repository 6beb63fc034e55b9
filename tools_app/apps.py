from django.apps import AppConfig


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from accounts.palette import sources
        from accounts.welcome import welcome
        from tools_app import finding
        from tools_app.registry import load_toolbox

        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
        navigation.register(
            Entry("", "Tools", "tools", "wrench", "tools.team.read"),
            Entry("", "Runs", "runs", "history", "tool_sessions.own.read"),
        )
        sources.register("tools", finding.in_palette)
        welcome.register(finding.at_home)
