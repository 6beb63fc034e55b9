"""Tools as files, and copies of tools."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked, sent
from accounts.api.serializers import StrictSerializer
from accounts.http import principal_of
from tools_app import copies
from tools_app.api.examples import NEW_TOOL, request_example, response_example
from tools_app.api.serializers import (
    FieldChangeSerializer,
    SavedSerializer,
    SchemaChangeSerializer,
)
from tools_app.api.tools import saved
from tools_app.exchange.files import as_json, as_yaml, exported
from tools_app.exchange.imports import Import, import_tools
from tools_app.exchange.plans import ItemStatus
from tools_app.models import Tool

FORMS = {"json": (as_json, "application/json"), "yaml": (as_yaml, "application/yaml")}
LONGEST_FILE = 900_000


class ExportQuerySerializer(serializers.Serializer[Any]):
    form = serializers.ChoiceField(required=False, default="json", choices=[(f, f) for f in FORMS])
    tool = serializers.ListField(
        required=False, child=serializers.CharField(max_length=64), default=list, max_length=500
    )


def file_response(form: str, file: dict[str, Any]) -> HttpResponse:
    write, content_type = FORMS[form]
    name = f"{file['tools'][0]['slug'] if len(file['tools']) == 1 else 'tools'}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(write(file), content_type=f"{content_type}; charset=utf-8", headers=headers)


class ExportToolsView(APIView):
    permission_classes = [holding(GET="tools.tenant.update")]

    @extend_schema(
        operation_id="export_tools",
        summary="Tools as a file",
        parameters=[ExportQuerySerializer],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "application/yaml"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """The workspace's own tools and its overrides, or each `tool` that you name; what is live,
        and tools that were never published as drafts. No people, grants, versions or runs."""
        query = asked(ExportQuerySerializer, request)
        slugs = query["tool"]
        file = exported(principal=principal_of(request), slugs=slugs)
        return file_response(query["form"], file)


class ImportRequestSerializer(StrictSerializer):
    text = serializers.CharField(max_length=LONGEST_FILE, trim_whitespace=False)
    dry_run = serializers.BooleanField(required=False, default=True)
    replace = serializers.BooleanField(required=False, default=False)


class FaultSerializer(serializers.Serializer[Any]):
    pointer = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class ImportItemSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Tool.Kind])
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=[(each.value, each.value) for each in ItemStatus])
    breaking = serializers.BooleanField()
    fields = FieldChangeSerializer(many=True)  # type: ignore[assignment]  # a field, not the option
    schemas = SchemaChangeSerializer(many=True)
    faults = FaultSerializer(many=True)


class ImportSerializer(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    items = ImportItemSerializer(many=True)


FILE = as_yaml(
    {"tenon": 1, "tools": [{name: NEW_TOOL[name] for name in NEW_TOOL if name != "note"}]}
)
TRY: OpenApiExample = request_example("A dry run", {"text": FILE, "dry_run": True})
BRING_IN = request_example("For real", {"text": FILE, "dry_run": False, "replace": False})
NEW_ITEM = response_example(
    "One new tool",
    {
        "dry_run": True,
        "items": [
            {
                "slug": "vendor-grade",
                "kind": "tenant_custom",
                "name": "Vendor grade",
                "status": "new",
                "breaking": False,
                "fields": [],
                "schemas": [],
                "faults": [],
            }
        ],
    },
)


class ImportToolsView(APIView):
    permission_classes = [holding(POST="tools.tenant.create")]

    @extend_schema(
        operation_id="import_tools",
        summary="Bring in tools from a file",
        request=ImportRequestSerializer,
        responses=ImportSerializer,
        examples=[TRY, BRING_IN, NEW_ITEM],
    )
    def post(self, request: Request) -> Response:
        """`text` is the file, JSON or YAML. A dry run (the default) writes nothing and says for each
        tool whether it is `new`, `unchanged`, in `conflict` with one that is here, or `faulty`. For
        real it is all or nothing: 400 at each fault, 409 (`import_conflict`) where tools differ and
        `replace` is not set. The same file twice changes nothing."""
        data = sent(ImportRequestSerializer, request)
        found: Import = import_tools(principal=principal_of(request), **data)
        return Response(ImportSerializer(found).data)


class DuplicateRequestSerializer(StrictSerializer):
    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(required=False, max_length=100, default="", allow_blank=True)


COPY = request_example("A copy", {"slug": "vendor-grade-2", "name": "Vendor grade, abroad"})
COPIED = response_example(
    "Copied", {"slug": "vendor-grade-2", "kind": "tenant_custom", "revision": 0}, "201"
)


class DuplicateToolView(APIView):
    permission_classes = [holding(POST="tools.tenant.create")]

    @extend_schema(
        operation_id="duplicate_tool",
        summary="Copy a tool",
        request=DuplicateRequestSerializer,
        responses={201: SavedSerializer},
        examples=[COPY, COPIED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """The copy is a draft. That of a tool of the product runs the original as its only step."""
        data = sent(DuplicateRequestSerializer, request)
        row = copies.duplicate_tool(
            principal=principal_of(request),
            slug=slug,
            new_slug=data["slug"],
            name=data["name"],
        )
        return saved(row, status.HTTP_201_CREATED)
