from django.urls import path

from files.api import files
from files.views.serving import serve

pages = [path("files/<uuid:file_id>/<str:name>", serve, name="file")]
api = [
    path("files", files.FilesView.as_view(), name="api-files"),
    path("files/<uuid:file_id>", files.FileView.as_view(), name="api-file"),
]
