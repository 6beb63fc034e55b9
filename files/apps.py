from django.apps import AppConfig


class FilesConfig(AppConfig):
    name = "files"

    def ready(self) -> None:
        from files.storage import remove_all
        from tenants.registry import Step, removals

        removals.register(Step("files", "Remove its files", remove_all))
