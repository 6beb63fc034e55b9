"""All addresses. What each may be used for, and by whom, is in tests/permission_table.py."""

from django.urls import URLPattern, include, path
from django.utils.module_loading import import_string
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# By name: config is below the apps and must not import them.
PAGES = [
    "together.urls.pages",
    "agents.urls.pages",
    "tools_app.urls.pages",
    "tasks.urls.pages",
    "files.urls.pages",
    "oauth.urls.pages",
    "accounts.urls.pages",
    "operators.urls.pages",
]
API = [
    "tools_app.urls.api",
    "together.urls.api",
    "agents.urls.api",
    "tasks.urls.api",
    "sessions_app.urls.api",
    "files.urls.api",
    "accounts.urls.api",
]


def _all(names: list[str]) -> list[URLPattern]:
    return [pattern for name in names for pattern in import_string(name)]


urlpatterns = [
    # Tried in this order: what programs call by the thousand comes before the pages.
    *_all(["tools_app.urls.programs"]),
    path("api/", include(_all(API))),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    *_all(PAGES),
    path("admin/", import_string("accounts.admin.site").urls),
]

handler400 = "config.answers.bad_request"
handler403 = "config.answers.permission_denied"
handler404 = "config.answers.page_not_found"
handler500 = "config.answers.server_error"
