from django.apps import AppConfig

AUTHORS = "tools.tenant.update"


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        # Each registers what it is: how compositions run, what start-up checks.
        import tools_app.approvals.tasks
        import tools_app.execution.compositions
        import tools_app.forms.checks
        import tools_app.mcp.check_run
        import tools_app.mcp.options
        import tools_app.mcp.run_resources
        import tools_app.mcp.run_tasks
        import tools_app.outputs.checks
        from accounts.navigation import Entry, navigation
        from accounts.palette import sources
        from accounts.welcome import welcome
        from tenants.vault import Keeper, keepers
        from tools_app import finding
        from tools_app.approvals import resealing as proposals
        from tools_app.approvals.access import number_waiting
        from tools_app.execution import resealing as runs
        from tools_app.outputs.spec import register_views
        from tools_app.registry import load_toolbox, registry
        from tools_app.triggers import sealing

        keepers.register(Keeper("schedules and webhooks", sealing.reseal))
        keepers.register(Keeper("proposals", proposals.reseal))
        keepers.register(Keeper("runs that wait", runs.reseal))
        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
        import tools_app.platform.endpoints
        import tools_app.platform.manage_tools  # noqa: F401

        register_views(list(registry))
        navigation.register(
            Entry("Developers", "Connect a client", "connect", "plug-zap", "tools.team.read"),
            Entry("", "Tools", "tools", "wrench", "tools.team.read"),
            Entry("", "Runs", "runs", "history", "tool_sessions.own.read"),
            Entry(
                *("", "Approvals", "approvals", "shield-check", "tool_sessions.own.read"),
                count=number_waiting,
            ),
            Entry("Workspace", "Manage tools", "admin-tools", "pencil-ruler", AUTHORS),
            Entry("Workspace", "Activity", "activity", "scroll-text", AUTHORS),
        )
        sources.register("tools", finding.in_palette)
        welcome.register(finding.at_home)
