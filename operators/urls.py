from django.urls import path

from operators.views import metrics, tenants

pages = [
    path("metrics", metrics.MetricsView.as_view(), name="metrics"),
    path("tenants", tenants.index, name="tenants"),
    path("tenants/new", tenants.create, name="tenant-create"),
    path("tenants/<slug:slug>", tenants.detail, name="tenant"),
    path("tenants/<slug:slug>/suspend", tenants.suspend, name="tenant-suspend"),
    path("tenants/<slug:slug>/resume", tenants.resume, name="tenant-resume"),
    path("tenants/<slug:slug>/retry", tenants.retry, name="tenant-retry"),
    path("tenants/<slug:slug>/delete", tenants.delete, name="tenant-delete"),
]
