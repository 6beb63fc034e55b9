from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import AnyPrincipal
from accounts.api.serializers import MeSerializer
from accounts.http import principal_of
from tenants.context import current_tenant


class MeView(APIView):
    permission_classes = [AnyPrincipal]

    @extend_schema(operation_id="get_me", summary="Who am I?", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The principal behind this request: its kind, its rights at this moment, its tenant."""
        principal, tenant = principal_of(request), current_tenant()
        return Response(
            {
                "kind": principal.kind,
                "id": str(principal.id),
                "label": principal.label,
                "email": principal.email,
                "role": principal.role,
                "scopes": principal.scopes,
                "permissions": sorted(principal.permissions),
                "tenant": {"slug": tenant.slug, "name": tenant.name},
            }
        )
