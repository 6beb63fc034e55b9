from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import holding
from agents.api.configured import FamilyView, ManyView, OneView, VersionsView
from agents.api.serializers import (
    ConfigVersionSerializer,
    NewSkillSerializer,
    SkillChangeSerializer,
    SkillSerializer,
)
from agents.families import SKILLS


class _Skill(FamilyView):
    family = SKILLS
    shown = SkillSerializer
    new = NewSkillSerializer
    change = SkillChangeSerializer


class SkillsView(_Skill, ManyView):
    permission_classes = [holding(GET=SKILLS.read, POST=SKILLS.create)]

    @extend_schema(
        operation_id="list_skills", summary="List skills", responses=SkillSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        return self.listed(request)

    @extend_schema(
        operation_id="create_skill",
        summary="Write a skill",
        request=NewSkillSerializer,
        responses={201: SkillSerializer},
    )
    def post(self, request: Request) -> Response:
        return self.made(request)


class SkillView(_Skill, OneView):
    permission_classes = [holding(GET=SKILLS.read, PATCH=SKILLS.update, DELETE=SKILLS.delete)]

    @extend_schema(operation_id="get_skill", summary="One skill", responses=SkillSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self.found(request, slug)

    @extend_schema(
        operation_id="change_skill",
        summary="Change a skill",
        request=SkillChangeSerializer,
        responses=SkillSerializer,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Each save is kept as a version. With `If-Match`, only what you have seen is changed."""
        return self.changed(request, slug)

    @extend_schema(operation_id="delete_skill", summary="Delete a skill", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        return self.deleted(request, slug)


class SkillVersionsView(_Skill, VersionsView):
    permission_classes = [holding(GET=SKILLS.read)]

    @extend_schema(
        operation_id="list_skill_versions",
        summary="The history of a skill",
        responses=ConfigVersionSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Newest first."""
        return self.listed(request, slug)
