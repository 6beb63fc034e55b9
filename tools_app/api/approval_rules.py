"""What stands allowed, and how a workspace approves."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.http import principal_of
from accounts.principal import Principal
from tools_app.api import approval_examples as examples
from tools_app.api.approval_serializers import (
    GrantSerializer,
    RulesSerializer,
    RulesWithSecretSerializer,
)
from tools_app.approvals import access, rules, standing
from tools_app.approvals.webhooks import secret_of
from tools_app.models import ApprovalRules, StandingGrant


class StandingGrantsView(FoundView[StandingGrant]):
    permission_classes = [holding(GET=access.OWN)]
    serializer_class = GrantSerializer
    queryset = StandingGrant.objects.none()

    def found(self, principal: Principal) -> QuerySet[StandingGrant]:
        return access.visible_grants(principal=principal)

    @extend_schema(operation_id="list_standing_grants", summary="What is allowed always")
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """For your own programs; with the right to approve, for everyone's. One whose tool does
        something else by now is listed, but lets nothing through."""
        return super().get(request, *args, **kwargs)


class StandingGrantView(APIView):
    permission_classes = [holding(DELETE=access.OWN)]

    @extend_schema(
        operation_id="revoke_standing_grant",
        summary="Allow it no longer",
        responses={204: None},
    )
    def delete(self, request: Request, grant_id: UUID) -> Response:
        """The tool asks again from the next call on."""
        principal = principal_of(request)
        found = access.grant_to_revoke(principal=principal, grant_id=grant_id)
        standing.revoke(principal=principal, standing=found)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _body(found: ApprovalRules) -> dict[str, Any]:
    return {
        "own": found.own,
        "mail": found.mail,
        "webhook_url": found.webhook_url,
        "webhook_secret": secret_of(found),
    }


class ApprovalRulesView(APIView):
    permission_classes = [holding(GET=access.MANAGE, PUT=access.MANAGE)]

    @extend_schema(
        operation_id="get_approval_rules",
        summary="How this workspace approves",
        responses=RulesWithSecretSerializer,
    )
    def get(self, request: Request) -> Response:
        return Response(_body(access.rules_to_see(principal=principal_of(request))))

    @extend_schema(
        operation_id="set_approval_rules",
        summary="Set how this workspace approves",
        request=RulesSerializer,
        responses=RulesWithSecretSerializer,
        examples=[examples.RULES],
    )
    def put(self, request: Request) -> Response:
        """`own`: whether one may approve what one's own programs propose. `mail`: who is told.
        `webhook_url` gets a signed POST for each proposal and each decision; a new address gets a
        new secret."""
        data = sent(RulesSerializer, request)
        found = rules.set_rules(principal=principal_of(request), **data)
        return Response(_body(found))
