"""Agents and skills over the API: the same four addresses for both."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.http import principal_of
from agents import access, configuring
from agents.api.serializers import ConfigVersionSerializer
from agents.configuring import StaleConfig
from agents.families import Family
from agents.models import Configured


class FamilyView(APIView):
    family: ClassVar[Family]
    shown: ClassVar[type[serializers.Serializer[Any]]]
    new: ClassVar[type[serializers.Serializer[Any]]]
    change: ClassVar[type[serializers.Serializer[Any]]]

    def answer(self, row: Configured, code: int = status.HTTP_200_OK) -> Response:
        return Response(self.shown(row).data, code, headers={"ETag": f'"{row.revision}"'})


class ManyView(FamilyView):
    def listed(self, request: Request) -> Response:
        rows = access.visible(principal=principal_of(request), family=self.family)
        return Response(self.shown(rows, many=True).data)

    def made(self, request: Request) -> Response:
        data = self.new(data=request.data)
        data.is_valid(raise_exception=True)
        row = configuring.create(
            principal=principal_of(request), family=self.family, **data.validated_data
        )
        return self.answer(row, status.HTTP_201_CREATED)


class OneView(FamilyView):
    def found(self, request: Request, slug: str) -> Response:
        row = access.one_to_see(principal=principal_of(request), family=self.family, slug=slug)
        return self.answer(row)

    def changed(self, request: Request, slug: str) -> Response:
        principal = principal_of(request)
        row = access.one_to_change(principal=principal, family=self.family, slug=slug)
        data = self.change(data=request.data)
        data.is_valid(raise_exception=True)
        row = configuring.change(
            principal=principal,
            family=self.family,
            row=row,
            revision=_revision(request),
            **data.validated_data,
        )
        return self.answer(row)

    def deleted(self, request: Request, slug: str) -> Response:
        principal = principal_of(request)
        row = access.one_to_delete(principal=principal, family=self.family, slug=slug)
        configuring.delete(principal=principal, family=self.family, row=row)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VersionsView(FamilyView):
    def listed(self, request: Request, slug: str) -> Response:
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
