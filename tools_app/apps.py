from django.apps import AppConfig


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        # Each registers what it is: how compositions run, what start-up checks.
        import tools_app.execution.compositions
        import tools_app.forms.checks
        import tools_app.outputs.checks  # noqa: F401
        from tools_app.outputs.spec import register_views
        from tools_app.registry import load_toolbox, registry

        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
        register_views(list(registry))
