from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from files import access, storing
from files.api.serializers import FileSerializer, UploadSerializer
from files.links import link_to
from files.models import StoredFile

# What the form itself may take besides the file.
ENVELOPE = 64 * 1024


def _shape(request: Request, file: StoredFile) -> dict[str, Any]:
    link = link_to(file)
    facts = {name: getattr(file, name) for name in ("id", "name", "size", "width", "height")}
    url = request.build_absolute_uri(link.path)
    return {**facts, "type": file.media_type, "url": url, "expires_at": link.expires_at}


def _answer(request: Request, file: StoredFile, code: int = status.HTTP_200_OK) -> Response:
    body = FileSerializer(_shape(request, file)).data
    return Response(body, status=code, headers={"Cache-Control": "no-store"})


def _bytes(megabytes: float | None) -> int | None:
    return None if megabytes is None else int(megabytes * storing.MEGABYTE)


class FilesView(APIView):
    permission_classes = [holding(POST=storing.RIGHT)]
    parser_classes = [MultiPartParser]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Before anything reads the body, and the CSRF check does: a body that is too long is
        refused by its length."""
        length = str(request.META.get("CONTENT_LENGTH") or "0")
        if length.isdigit() and int(length) > storing.most_bytes() + ENVELOPE:
            raise storing.too_large(storing.most_bytes())
        super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="upload_file",
        summary="Upload a file",
        request={"multipart/form-data": UploadSerializer},
        responses={201: FileSerializer},
    )
    def post(self, request: Request) -> Response:
        """For the input of a tool. The type is found in the content; images are drawn anew, without
        what else was in them."""
        given = sent(UploadSerializer, request)
        file = storing.store(
            principal=principal_of(request),
            name=given["file"].name,
            stream=given["file"],
            accept=given["accept"],
            max_bytes=_bytes(given["max_size_mb"]),
        )
        return _answer(request, file, status.HTTP_201_CREATED)


class FileView(APIView):
    permission_classes = [holding(GET=access.OWN, DELETE=access.REMOVE_OWN)]

    @extend_schema(operation_id="get_file", summary="One file", responses=FileSerializer)
    def get(self, request: Request, file_id: UUID) -> Response:
        """What is known of it, with a fresh link to its content."""
        file = access.file_to_see(principal=principal_of(request), file_id=file_id)
        return _answer(request, file)

    @extend_schema(operation_id="delete_file", summary="Delete a file", responses={204: None})
    def delete(self, request: Request, file_id: UUID) -> Response:
        """At once and for good; links to it end too."""
        storing.remove(access.file_to_remove(principal=principal_of(request), file_id=file_id))
        return Response(status=status.HTTP_204_NO_CONTENT)
