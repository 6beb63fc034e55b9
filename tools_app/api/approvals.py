"""What waits for a human, over REST."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import asked, sent
from accounts.http import principal_of
from accounts.principal import Principal
from sessions_app.access import EVERYONES
from sessions_app.events import Source
from tools_app.api import approval_examples as examples
from tools_app.api.approval_serializers import (
    ApplySerializer,
    ApproveSerializer,
    CounterSerializer,
    DecidedSerializer,
    DeclineSerializer,
    NothingSerializer,
    ProposalQuerySerializer,
    ProposalSerializer,
)
from tools_app.approvals import access, deciding
from tools_app.execution.result import RunResult
from tools_app.models import Proposal

READ = holding(GET=access.OWN)
DECIDE = holding(POST="tools.team.execute")


def _decided(principal: Principal, proposal: Proposal, result: RunResult | None = None) -> Response:
    """The output only to those who may see the run."""
    run = None
    if result:
        sees = principal.user_id == proposal.user_id or principal.has(EVERYONES)
        run = {
            "run_id": result.run_id,
            "status": result.status,
            "output": result.output if sees else None,
            "error": {"code": result.error.code, "message": result.error.message}
            if result.error
            else None,
        }
    body = {"proposal": ProposalSerializer(proposal).data, "run": run}
    return Response(body)


class ProposalsView(FoundView[Proposal]):
    permission_classes = [READ]
    serializer_class = ProposalSerializer
    queryset = Proposal.objects.none()

    def found(self, principal: Principal) -> QuerySet[Proposal]:
        query = asked(ProposalQuerySerializer, self.request)
        return access.found_proposals(
            principal=principal,
            status=query["status"],
            tool=query["tool"],
            run_id=query["run"],
        )

    @extend_schema(
        operation_id="list_approvals",
        summary="What waits for a human",
        parameters=[ProposalQuerySerializer],
        examples=[examples.LIST],
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """What your own programs propose and, with the right to approve, everyone's. Those that
        wait, unless `status` asks for others."""
        return super().get(request, *args, **kwargs)


class ProposalView(APIView):
    permission_classes = [READ]

    @extend_schema(
        operation_id="get_approval",
        summary="One proposal",
        responses=ProposalSerializer,
        examples=[examples.WAITS],
    )
    def get(self, request: Request, proposal_id: UUID) -> Response:
        """The exact arguments (secrets masked), what would change, and until when it waits."""
        found = access.proposal_to_see(principal=principal_of(request), proposal_id=proposal_id)
        return Response(ProposalSerializer(found).data)


class ApproveView(APIView):
    permission_classes = [DECIDE]

    @extend_schema(
        operation_id="approve",
        summary="Agree to a proposal",
        request=ApproveSerializer,
        responses=DecidedSerializer,
        examples=[examples.APPROVE, examples.DECIDED],
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """It runs as it was proposed, once. Only a person can agree: send it with a browser's
        session. What deletes needs the name of its `target` as `confirm`. `always` lets the tool
        run for this person's programs from now on, where a tool can be allowed like that."""
        principal = principal_of(request)
        given = sent(ApproveSerializer, request)
        found = access.proposal_to_see(principal=principal, proposal_id=proposal_id)
        result = deciding.approve(principal=principal, proposal=found, source=Source.API, **given)
        return _decided(principal, found, result)


class ApplyView(APIView):
    permission_classes = [DECIDE]

    @extend_schema(
        operation_id="apply_proposal",
        summary="Agree to a proposal by its token",
        request=ApplySerializer,
        responses=DecidedSerializer,
        examples=[examples.APPLY, examples.DECIDED],
    )
    def post(self, request: Request) -> Response:
        """Like `approve`, for whoever was given the token: it names exactly one proposal, once."""
        principal = principal_of(request)
        given = sent(ApplySerializer, request)
        found = access.proposal_of_token(principal=principal, token=given.pop("token"))
        result = deciding.approve(principal=principal, proposal=found, source=Source.API, **given)
        return _decided(principal, found, result)


class DeclineView(APIView):
    permission_classes = [DECIDE]

    @extend_schema(
        operation_id="decline",
        summary="Decline a proposal",
        request=DeclineSerializer,
        responses=DecidedSerializer,
        examples=[examples.DECLINE],
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """Its run ends as an error with your reason."""
        principal = principal_of(request)
        given = sent(DeclineSerializer, request)
        found = access.proposal_to_see(principal=principal, proposal_id=proposal_id)
        deciding.decline(principal=principal, proposal=found, source=Source.API, **given)
        return _decided(principal, found)


class CancelView(APIView):
    permission_classes = [DECIDE]

    @extend_schema(
        operation_id="cancel_proposal",
        summary="Take a proposal back",
        request=NothingSerializer,
        responses=DecidedSerializer,
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """For whoever proposed it, and whoever may approve it."""
        principal = principal_of(request)
        sent(NothingSerializer, request)
        found = access.proposal_to_see(principal=principal, proposal_id=proposal_id)
        deciding.cancel(principal=principal, proposal=found, source=Source.API)
        return _decided(principal, found)


class CounterView(APIView):
    permission_classes = [DECIDE]

    @extend_schema(
        operation_id="counter_propose",
        summary="Propose other arguments",
        request=CounterSerializer,
        responses={201: ProposalSerializer},
        examples=[examples.COUNTER],
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """A new proposal for the same caller takes the place of this one, and waits like it. A
        masked secret stands for the one that was given."""
        principal = principal_of(request)
        given = sent(CounterSerializer, request)
        found = access.proposal_to_see(principal=principal, proposal_id=proposal_id)
        new = deciding.counter(
            principal=principal, proposal=found, payload=given["input"], source=Source.API
        )
        made = access.proposal_of_run(principal=principal, run_id=new.run_id)
        return Response(ProposalSerializer(made).data, status.HTTP_201_CREATED)
