"""The product's own worker and beat with the faults' tools: `celery --app faults.site worker`.

Every call for a worker is sent as often as FAULTS_TIMES says.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.celery import app  # noqa: E402 - the settings come first
from faults import boundaries  # noqa: E402
from faults.tools import register  # noqa: E402
from tools_app.execution import wakeups  # noqa: E402

register()
boundaries.install()
_publish = wakeups.publish


def publish_often() -> None:
    for _ in range(int(os.environ.get("FAULTS_TIMES", "1"))):
        _publish()


wakeups.publish = publish_often

__all__ = ["app"]
