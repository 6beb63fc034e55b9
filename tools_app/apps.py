from django.apps import AppConfig


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        import tools_app.execution.compositions  # registers how they run
        from tools_app.outputs import checks  # noqa: F401 - registers the checks
        from tools_app.outputs.spec import register_views
        from tools_app.registry import load_toolbox, registry

        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
        register_views(list(registry))
