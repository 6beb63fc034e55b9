"""The floor: a bare Django project on the same server and database, one view, one SELECT."""

import os
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import Context, Template
from django.urls import path
from psycopg.conninfo import conninfo_to_dict

_database = conninfo_to_dict(os.environ["DATABASE_URL"])

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
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


def one_insert(request: HttpRequest) -> JsonResponse:
    """Commits a row as large as what a run is given."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor (body) VALUES (%s) RETURNING id", [request.body.decode()])
        (number,) = cursor.fetchone()
    return JsonResponse({"id": number})


@cache
def _bytes(name: str) -> bytes:
    return (Path(os.environ["DATA_DIR"]) / f"floor-{name}").read_bytes()


def same_bytes(_request: HttpRequest, name: str) -> HttpResponse:
    """What the product answered, from memory."""
    return HttpResponse(_bytes(name), content_type="application/json")


def page(_request: HttpRequest, name: str) -> HttpResponse:
    """A page as large as the product's: a template with the same text, in rows."""
    template, rows = _page(name)
    return HttpResponse(template.render(Context({"rows": rows})))


@cache
def _page(name: str) -> tuple[Template, list[str]]:
    return Template("{% for row in rows %}{{ row }}\n{% endfor %}"), _bytes(name).decode().split(
        "\n"
    )


urlpatterns = [
    path("page/<name>", page),
    path("", one_select),
    path("insert", one_insert),
    path("bytes/<name>", same_bytes),
]
application = WSGIHandler()
