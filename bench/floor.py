"""The floor: a bare Django project on the same server and database, one view, one SELECT."""

import os

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from psycopg.conninfo import conninfo_to_dict

_database = conninfo_to_dict(os.environ["DATABASE_URL"])

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        SECRET_KEY="floor",  # noqa: S106 - nothing is signed here
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": _database["dbname"],
                "USER": _database.get("user", ""),
                "PASSWORD": _database.get("password", ""),
                "HOST": _database.get("host", ""),
                "PORT": _database.get("port", ""),
                "CONN_MAX_AGE": None,
            }
        },
    )

import django  # noqa: E402 - the settings come first

django.setup(set_prefix=False)


def one_select(_request: HttpRequest) -> JsonResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT slug, name FROM tenants_tenant WHERE slug = %s", ["acme"])
        slug, name = cursor.fetchone()
    return JsonResponse({"slug": slug, "name": name})


urlpatterns = [path("", one_select)]
application = WSGIHandler()
