from django.apps import AppConfig


class ToolsAppConfig(AppConfig):
    name = "tools_app"

    def ready(self) -> None:
        import tools_app.forms.checks  # noqa: F401 - registers it
        from tools_app.registry import load_toolbox

        # A tool that is not well defined stops the start, naming its module.
        load_toolbox()
