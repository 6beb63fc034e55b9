"""Agents and skills over the API: the same four addresses for both, described in the same words."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from agents import access, configuring
from agents.api.serializers import ConfigVersionSerializer
from agents.configuring import StaleConfig
from agents.families import Family
from agents.models import Configured

Shape = type[serializers.BaseSerializer[Any]]


class FamilyView(APIView):
    family: ClassVar[Family]
    shown: ClassVar[Any]
    new: ClassVar[Any]
    change: ClassVar[Any]

    def answer(self, row: Configured, code: int = status.HTTP_200_OK) -> Response:
        return Response(self.shown(row).data, code, headers={"ETag": f'"{row.revision}"'})


class ManyView(FamilyView):
    def get(self, request: Request) -> Response:
        rows = access.visible(principal=principal_of(request), family=self.family)
        return Response(self.shown(rows, many=True).data)

    def post(self, request: Request) -> Response:
        given = sent(self.new, request)
        row = configuring.create(principal=principal_of(request), family=self.family, **given)
        return self.answer(row, status.HTTP_201_CREATED)


class OneView(FamilyView):
    def get(self, request: Request, slug: str) -> Response:
        row = access.one_to_see(principal=principal_of(request), family=self.family, slug=slug)
        return self.answer(row)

    def patch(self, request: Request, slug: str) -> Response:
        """Each save is kept as a version. With `If-Match`, only what you have seen is changed."""
        principal = principal_of(request)
        row = access.one_to_change(principal=principal, family=self.family, slug=slug)
        given = sent(self.change, request)
        row = configuring.change(
            principal=principal,
            family=self.family,
            row=row,
            revision=_revision(request),
            **given,
        )
        return self.answer(row)

    def delete(self, request: Request, slug: str) -> Response:
        principal = principal_of(request)
        row = access.one_to_delete(principal=principal, family=self.family, slug=slug)
        configuring.delete(principal=principal, family=self.family, row=row)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VersionsView(FamilyView):
    def get(self, request: Request, slug: str) -> Response:
        """Newest first."""
        rows = access.versions_to_see(
            principal=principal_of(request), family=self.family, slug=slug
        )
        return Response(ConfigVersionSerializer(rows, many=True).data)


def _revision(request: Request) -> int | None:
    given = request.headers.get("If-Match", "").strip('" ')
    if not given:
        return None
    if not given.isdigit():
        raise StaleConfig("If-Match is not an ETag of this.")
    return int(given)


def views_of(
    family: Family, *, shown: Shape, new: Shape, change: Shape
) -> tuple[type[ManyView], type[OneView], type[VersionsView]]:
    """The views of a family: all, one, and the history of one."""
    key, one, many = family.key, family.one, family.plural.lower()
    facts = {"family": family, "shown": shown, "new": new, "change": change}
    reads = holding(GET=family.read)
    all_of_them = extend_schema_view(
        get=extend_schema(
            operation_id=f"list_{key}s", summary=f"List {many}", responses=shown(many=True)
        ),
        post=extend_schema(
            operation_id=f"create_{key}",
            summary=f"Make {one}",
            request=new,
            responses={201: shown},
        ),
    )
    one_of_them = extend_schema_view(
        get=extend_schema(operation_id=f"get_{key}", summary=f"One {key}", responses=shown),
        patch=extend_schema(
            operation_id=f"change_{key}",
            summary=f"Change {one}",
            request=change,
            responses=shown,
        ),
        delete=extend_schema(
            operation_id=f"delete_{key}", summary=f"Delete {one}", responses={204: None}
        ),
    )
    history = extend_schema_view(
        get=extend_schema(
            operation_id=f"list_{key}_versions",
            summary=f"The history of {one}",
            responses=ConfigVersionSerializer(many=True),
        )
    )
    lists = holding(GET=family.read, POST=family.create)
    changes = holding(GET=family.read, PATCH=family.update, DELETE=family.delete)
    return (
        all_of_them(type("Many", (ManyView,), {**facts, "permission_classes": [lists]})),
        one_of_them(type("One", (OneView,), {**facts, "permission_classes": [changes]})),
        history(type("Versions", (VersionsView,), {**facts, "permission_classes": [reads]})),
    )
