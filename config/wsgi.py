"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.checks import refuse_unsafe_start  # noqa: E402 - the apps must be loaded first

refuse_unsafe_start()
