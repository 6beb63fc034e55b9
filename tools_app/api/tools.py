from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked, sent
from accounts.http import principal_of
from tools_app import access, authoring, drafts, publishing
from tools_app.api import draft_examples, examples
from tools_app.api.listing import etag, matching, page_of, pages
from tools_app.api.serializers import (
    NewToolSerializer,
    RestoreSerializer,
    SavedSerializer,
    ToolChangeSerializer,
    ToolPageSerializer,
    ToolQuerySerializer,
    ToolSerializer,
    VersionSerializer,
)
from tools_app.authoring import RevisionRequired, StaleRevision
from tools_app.descriptors import descriptor, meta
from tools_app.models import Tool

IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, required=True)


class ToolsView(APIView):
    permission_classes = [holding(GET="tools.team.read", POST="tools.tenant.create")]

    @extend_schema(
        operation_id="list_tools",
        summary="List tools",
        parameters=[ToolQuerySerializer],
        responses=ToolPageSerializer,
        examples=[examples.LIST],
    )
    def get(self, request: Request) -> HttpResponse:
        """The tools you may use: those of the product first, then the workspace's own."""
        tag = etag(principal_of(request), request.build_absolute_uri())
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == tag:
            return HttpResponse(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        body = pages.get(tag) or pages.keep(tag, _page(request))
        return HttpResponse(body, content_type="application/json", headers=headers)

    @extend_schema(
        operation_id="create_tool",
        summary="Author a tool",
        request=NewToolSerializer,
        responses={201: SavedSerializer},
        examples=[examples.NEW, draft_examples.NEW_DRAFT, examples.SAVED],
    )
    def post(self, request: Request) -> Response:
        """Live at once; with `draft`, callers get it only when it is published."""
        data = sent(NewToolSerializer, request)
        values = data
        if values.pop("draft"):
            values.pop("note")
            row = drafts.create_draft(principal=principal_of(request), **values)
        else:
            row = authoring.create_tool(principal=principal_of(request), **values)
        return saved(row, status.HTTP_201_CREATED)


def _page(request: Request) -> bytes:
    query = asked(ToolQuerySerializer, request)
    data = query
    found = matching(access.visible_tools(principal=principal_of(request)), data)
    page, cursor = page_of(found, data["cursor"], data["limit"])
    body = {"next": _next(request, cursor), "results": [meta(tool) for tool in page]}
    return bytes(JSONRenderer().render(body))


def _next(request: Request, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = urlencode({**request.query_params.dict(), "cursor": cursor})
    return request.build_absolute_uri(f"{request.path}?{query}")


def saved(row: Tool, code: int = status.HTTP_200_OK) -> Response:
    """What was written; the merged tool is seen by the next request. The ETag of a tool that was
    never published is its draft's."""
    body: dict[str, Any] = {"slug": row.slug, "kind": row.kind, "revision": row.revision}
    tag = row.revision if row.published_at else drafts.etag_of(row)
    return Response(body, code, headers={"ETag": f'"{tag}"'})


class ToolView(APIView):
    permission_classes = [
        holding(GET="tools.team.read", PATCH="tools.tenant.update", DELETE="tools.tenant.delete")
    ]

    @extend_schema(operation_id="get_tool", summary="One tool", responses=ToolSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """For those who author tools, also whether it is published, and has unpublished changes."""
        principal = principal_of(request)
        tool = access.tool_to_see(principal=principal, slug=slug)
        body = {**descriptor(tool), **drafts.standing(principal=principal, tool=tool)}
        return Response(body, headers={"ETag": f'"{tool.revision}"'})

    @extend_schema(
        operation_id="change_tool",
        summary="Change or override a tool",
        parameters=[IF_MATCH],
        request=ToolChangeSerializer,
        responses=SavedSerializer,
        examples=[examples.CHANGE, examples.OVERRIDE, examples.SAVED],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Of a tool that comes with the product, this writes the workspace's override."""
        data = sent(ToolChangeSerializer, request)
        row = authoring.change_tool(
            principal=principal_of(request),
            slug=slug,
            revision=_revision(request),
            **data,
        )
        return saved(row)

    @extend_schema(operation_id="delete_tool", summary="Delete a tool", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Of a tool that comes with the product, only the override goes."""
        authoring.delete_tool(principal=principal_of(request), slug=slug)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _revision(request: Request) -> int:
    given = request.headers.get("If-Match", "").strip('" ')
    if not given:
        raise RevisionRequired("Send If-Match with the ETag of the tool as you fetched it.")
    if not given.isdigit():
        raise StaleRevision("If-Match is not an ETag of this tool.")
    return int(given)


class ToolVersionsView(APIView):
    permission_classes = [holding(GET="tools.team.read")]

    @extend_schema(
        operation_id="list_tool_versions",
        summary="The history of a tool's schemas",
        responses=VersionSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Newest first."""
        rows = access.versions_to_see(principal=principal_of(request), slug=slug)
        return Response(VersionSerializer(rows, many=True).data)


class ToolVersionView(APIView):
    permission_classes = [holding(GET="tools.team.read")]

    @extend_schema(
        operation_id="get_tool_version",
        summary="One version of a tool's schemas",
        responses=VersionSerializer(many=True),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Input and output, where both have a version of this number."""
        rows = access.versions_to_see(principal=principal_of(request), slug=slug, number=number)
        return Response(VersionSerializer(rows, many=True).data)


class ToolVersionRestoreView(APIView):
    permission_classes = [holding(POST="tools.tenant.update")]

    @extend_schema(
        operation_id="restore_tool_version",
        summary="Restore a version as a new one",
        request=RestoreSerializer,
        responses=SavedSerializer,
        examples=[draft_examples.RESTORE, draft_examples.PUBLISHED],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Live at once. Input and output, where both have a version of this number, or the `role`
        that you name."""
        data = sent(RestoreSerializer, request)
        row = publishing.restore_version(
            principal=principal_of(request), slug=slug, number=number, **data
        )
        return saved(row)
