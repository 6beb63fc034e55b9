from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import asked
from accounts.http import principal_of
from agents import usage
from agents.api.serializers import UsageLineSerializer, UsageQuerySerializer


class UsageView(APIView):
    permission_classes = [holding(GET="usage.tenant.read")]

    @extend_schema(
        operation_id="get_usage",
        summary="What models took",
        parameters=[UsageQuerySerializer],
        responses=UsageLineSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Requests, tokens and cost of the last `days`, added up `by` model, agent or tool."""
        query = asked(UsageQuerySerializer, request)
        data = query
        lines = usage.usage(principal=principal_of(request), axis=data["by"], days=data["days"])
        found = [asdict(line) for line in lines]
        return Response(UsageLineSerializer(found, many=True).data)
