"""The product's settings; only what a test cannot have differs."""

from config.settings import *  # noqa: F403

# Templates are rendered without collecting the static files first.
STORAGES = {
    **STORAGES,  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Finders serve them; there is no folder to scan.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
DEMO = False
# No test but those of the budget is about it.
TOOL_CALLS_PER_MINUTE = 1_000_000
# A test has no worker beside it; those about background runs ask for one.
RUNS_IN_BACKGROUND = False
