"""The WSGI application that granian serves."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.checks import refuse_unsafe_start  # noqa: E402 - the apps must be loaded first

refuse_unsafe_start()
application = WSGIHandler()
