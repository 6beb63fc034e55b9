"""The bytes of a file, as something that a browser shows or saves, but never runs."""

from uuid import UUID

from django.http import FileResponse
from django.views.decorators.http import require_safe

from accounts.http import VisitorRequest
from config.errors import NotFound
from files import access, links, storage
from files.models import StoredFile
from files.sniffing import IMAGES, UNKNOWN

# Images are our own drawing; everything else is for saving.
INLINE = IMAGES
ATTACHED = frozenset({"application/pdf"})
KEPT_SECONDS = 300
POLICY = "default-src 'none'; sandbox"


@require_safe
def serve(request: VisitorRequest, file_id: UUID, name: str) -> FileResponse:  # noqa: ARG001
    """The name is for readers of the address; the file is found by its id."""
    if "signature" in request.GET:
        expires = request.GET.get("expires", "")
        signature = request.GET["signature"]
        file = access.file_by_link(file_id=file_id, expires=expires, signature=signature)
        return _response(file, min(KEPT_SECONDS, links.seconds_left(expires)))
    if request.principal is None:
        raise NotFound("There is no such file, or it is not yours.")
    file = access.file_to_see(principal=request.principal, file_id=file_id)
    return _response(file, KEPT_SECONDS)


def _response(file: StoredFile, seconds: int) -> FileResponse:
    inline = file.media_type in INLINE
    told = file.media_type if file.media_type in INLINE | ATTACHED else UNKNOWN
    return FileResponse(
        storage.read(file.key),
        as_attachment=not inline,
        filename=file.name,
        content_type=told,
        headers={
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": POLICY,
            "Cache-Control": f"private, max-age={max(seconds, 0)}",
        },
    )
