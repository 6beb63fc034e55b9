"""A group's session to take away, over REST."""

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from together import access
from together.exports import answers_csv, result_pdf
from together.room import room_to_see
from together.views.export import CSV, PDF, download


class AnswersCsvView(APIView):
    permission_classes = [holding(GET=access.SEE)]

    @extend_schema(
        operation_id="get_answers_csv",
        summary="The answers of a group session as CSV",
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, session_id: UUID) -> HttpResponse:
        """One row an answer, as the creator chose to show them; where answers are not shown, only
        who has answered and when."""
        room = room_to_see(principal=principal_of(request), session_id=session_id)
        return download(answers_csv(room), CSV, f"{room.tool.slug}-{session_id}.csv")


class ResultPdfView(APIView):
    permission_classes = [holding(GET=access.SEE)]

    @extend_schema(
        operation_id="get_group_session_pdf",
        summary="What the answers of a group session say together, as PDF",
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, session_id: UUID) -> HttpResponse:
        """As the page shows it, with its charts. 409 (`nothing_to_print`) below `min_group`."""
        room = room_to_see(principal=principal_of(request), session_id=session_id)
        slug = room.tool.slug
        url = request.build_absolute_uri(reverse("group", args=[slug, session_id]))
        return download(result_pdf(room, url=url), PDF, f"{slug}-{session_id}.pdf")
