"""Work on a tool that callers do not see yet, and making it live."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from tools_app import drafts, publishing
from tools_app.api import draft_examples as examples
from tools_app.api.serializers import (
    ChangesSerializer,
    DocumentSerializer,
    DraftStateSerializer,
    MergeRequestSerializer,
    MergeSerializer,
    PublishSerializer,
    SavedSerializer,
)
from tools_app.api.tools import saved
from tools_app.authoring import RevisionRequired
from tools_app.changes import changes_to_see
from tools_app.drafts import Draft

AUTHORS = "tools.tenant.update"
SEEN = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the draft as you fetched it."
)
MUST_SEE = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, required=True)


def given_etag(request: Request) -> str | None:
    return request.headers.get("If-Match", "").strip('" ') or None


def draft_state(draft: Draft) -> Response:
    body = DraftStateSerializer(draft).data
    return Response(body, headers={"ETag": f'"{draft.etag}"', "Cache-Control": "private, no-store"})


class ToolDraftView(APIView):
    permission_classes = [holding(GET=AUTHORS, PUT=AUTHORS, DELETE=AUTHORS)]

    @extend_schema(
        operation_id="get_tool_draft",
        summary="What authors of a tool work on",
        responses=DraftStateSerializer,
        examples=[examples.STATE],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The draft, or what is live where there is none; for tools of the workspace's own."""
        return draft_state(drafts.draft_to_see(principal=principal_of(request), slug=slug))

    @extend_schema(
        operation_id="save_tool_draft",
        summary="Save a draft",
        parameters=[MUST_SEE],
        request=DocumentSerializer,
        responses=DraftStateSerializer,
        examples=[examples.DOCUMENT, examples.STATE],
    )
    def put(self, request: Request, slug: str) -> Response:
        """The whole document; callers notice nothing. 412 when somebody saved since the ETag that
        you send: the problem then has `mine`, `theirs`, `base` (where it is known), `merged` and
        `conflicts`, and the `etag` to save over."""
        etag = given_etag(request)
        if etag is None:
            raise RevisionRequired("Send If-Match with the ETag of the draft as you fetched it.")
        data = sent(DocumentSerializer, request)
        row = drafts.save_draft(principal=principal_of(request), slug=slug, etag=etag, values=data)
        return draft_state(drafts.draft_of(row))

    @extend_schema(
        operation_id="discard_tool_draft",
        summary="Discard a draft",
        parameters=[SEEN],
        responses={204: None},
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Back to what is live. A tool that was never published is deleted instead."""
        drafts.discard_draft(principal=principal_of(request), slug=slug, etag=given_etag(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ToolDraftMergeView(APIView):
    permission_classes = [holding(POST=AUTHORS)]

    @extend_schema(
        operation_id="merge_tool_draft",
        summary="Merge with what somebody else saved",
        request=MergeRequestSerializer,
        responses=MergeSerializer,
        examples=[examples.MERGE, examples.MERGED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Field by field, writing nothing. `base` is what you started from; at a conflict, `merged`
        has your value. Save the result with the `etag` of this answer."""
        data = sent(MergeRequestSerializer, request)
        result, found = drafts.merge_draft(principal=principal_of(request), slug=slug, **data)
        body: dict[str, Any] = {
            "etag": found.etag,
            "author_label": found.author_label,
            "theirs": found.document,
            "merged": result.value,
            "conflicts": [vars(conflict) for conflict in result.conflicts],
        }
        return Response(MergeSerializer(body).data)


class ToolPublishView(APIView):
    permission_classes = [holding(POST=AUTHORS)]

    @extend_schema(
        operation_id="publish_tool",
        summary="Publish a draft",
        parameters=[SEEN],
        request=PublishSerializer,
        responses=SavedSerializer,
        examples=[examples.PUBLISH, examples.PUBLISHED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Callers get it from their next request on. Each schema that changed gets one version with
        the note. With If-Match, only what you have seen is published."""
        data = sent(PublishSerializer, request)
        row = publishing.publish_tool(
            principal=principal_of(request),
            slug=slug,
            etag=given_etag(request),
            **data,
        )
        return saved(row)


class ToolChangesView(APIView):
    permission_classes = [holding(GET=AUTHORS)]

    @extend_schema(
        operation_id="get_tool_changes",
        summary="What publishing would change",
        responses=ChangesSerializer,
        examples=[examples.CHANGES],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The draft against what is live: schemas in words, other fields before and after, and who
        ran the tool in the last 30 days."""
        found = changes_to_see(principal=principal_of(request), slug=slug)
        return Response(ChangesSerializer(found).data)
