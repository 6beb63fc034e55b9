from django.apps import AppConfig


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        # Registers how compositions run.
        import tools_app.execution.compositions  # noqa: F401
        from tools_app.registry import load_toolbox

        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
