"""The Celery application. Tasks that touch a tenant's data use `tenants.tasks.TenantTask`."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_init, setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tenon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**_kwargs: Any) -> None:
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@celeryd_init.connect
def refuse_unsafe_worker(**_kwargs: Any) -> None:
    from config.checks import refuse_unsafe_start

    refuse_unsafe_start()
