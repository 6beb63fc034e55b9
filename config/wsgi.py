"""The WSGI application that granian serves."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - the apps must be loaded first

from config.checks import refuse_unsafe_start  # noqa: E402
from config.slots import limited  # noqa: E402

refuse_unsafe_start()
application = limited(WSGIHandler(), settings.WEB_THREADS)
