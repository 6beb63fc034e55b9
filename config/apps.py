from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class ConfigConfig(AppConfig):
    name = "config"
    default = True

    def ready(self) -> None:
        from config import checks  # noqa: F401 - registers the checks


class OurStaticFilesConfig(StaticFilesConfig):
    # Extensions of htmx that we do not use, one of which imports a file that is not shipped.
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "django_htmx/ext/*"]
