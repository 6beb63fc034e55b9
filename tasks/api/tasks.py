"""Tasks, over REST."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.listing import FoundView
from accounts.api.permissions import holding
from accounts.api.reading import asked, sent
from accounts.http import principal_of
from accounts.principal import Principal
from config.errors import InvalidInput, with_prefix
from tasks import access, working
from tasks.api.serializers import (
    CompleteSerializer,
    DeclineTaskSerializer,
    EmptySerializer,
    TaskQuerySerializer,
    TaskSerializer,
)
from tasks.models import Task

READS = holding(GET=access.READ)
WORKS = holding(POST=access.WORK)
RESULT = OpenApiExample(
    "What the contract asks for", {"output": {"approved": True}}, request_only=True
)


class TasksView(FoundView[Task]):
    permission_classes = [READS]
    serializer_class = TaskSerializer
    queryset = Task.objects.none()

    def found(self, principal: Principal) -> QuerySet[Task]:
        return access.found_tasks(principal=principal, **asked(TaskQuerySerializer, self.request))

    @extend_schema(
        operation_id="list_tasks", summary="List tasks", parameters=[TaskQuerySerializer]
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Those that are for you, your role or anybody, and those that you asked for; all for those
        who manage tasks. `mine`: only what you could work on now."""
        return super().get(request, *args, **kwargs)


class TaskView(APIView):
    permission_classes = [READS]

    @extend_schema(operation_id="get_task", summary="One task", responses=TaskSerializer)
    def get(self, request: Request, task_id: UUID) -> Response:
        """`contract` is the JSON Schema of what has to be handed in."""
        found = access.task_to_see(principal=principal_of(request), task_id=task_id)
        return Response(TaskSerializer(found).data)


class ClaimView(APIView):
    permission_classes = [WORKS]

    @extend_schema(
        operation_id="claim_task",
        summary="Work on a task",
        request=EmptySerializer,
        responses=TaskSerializer,
    )
    def post(self, request: Request, task_id: UUID) -> Response:
        """Nobody else can finish it then. Doing it twice is no error."""
        principal = principal_of(request)
        sent(EmptySerializer, request)
        task = access.task_to_work(principal=principal, task_id=task_id)
        working.claim(principal=principal, task=task)
        return Response(TaskSerializer(task).data)


class ReleaseView(APIView):
    permission_classes = [WORKS]

    @extend_schema(
        operation_id="release_task",
        summary="Give a task back",
        request=EmptySerializer,
        responses=TaskSerializer,
    )
    def post(self, request: Request, task_id: UUID) -> Response:
        principal = principal_of(request)
        sent(EmptySerializer, request)
        task = access.task_to_work(principal=principal, task_id=task_id)
        working.release(principal=principal, task=task)
        return Response(TaskSerializer(task).data)


class CompleteView(APIView):
    permission_classes = [WORKS]

    @extend_schema(
        operation_id="complete_task",
        summary="Hand in the result",
        request=CompleteSerializer,
        responses=TaskSerializer,
        examples=[RESULT],
    )
    def post(self, request: Request, task_id: UUID) -> Response:
        """A run that waits for the task ends with this output."""
        principal = principal_of(request)
        output = sent(CompleteSerializer, request)["output"]
        task = access.task_to_work(principal=principal, task_id=task_id)
        try:
            working.complete(principal=principal, task=task, output=output)
        except InvalidInput as error:
            raise with_prefix(error, "/output") from error
        return Response(TaskSerializer(task).data)


class DeclineTaskView(APIView):
    permission_classes = [WORKS]

    @extend_schema(
        operation_id="decline_task",
        summary="Decline a task",
        request=DeclineTaskSerializer,
        responses=TaskSerializer,
    )
    def post(self, request: Request, task_id: UUID) -> Response:
        """It will not be done; a run that waits fails with the reason."""
        principal = principal_of(request)
        given = sent(DeclineTaskSerializer, request)
        task = access.task_to_work(principal=principal, task_id=task_id)
        working.decline(principal=principal, task=task, **given)
        return Response(TaskSerializer(task).data)


class CancelTaskView(APIView):
    permission_classes = [holding(POST=access.READ)]

    @extend_schema(
        operation_id="cancel_task",
        summary="Cancel a task",
        request=EmptySerializer,
        responses=TaskSerializer,
    )
    def post(self, request: Request, task_id: UUID) -> Response:
        """For whoever asked for it, and whoever manages tasks. A run that waits fails."""
        principal = principal_of(request)
        sent(EmptySerializer, request)
        task = access.task_to_cancel(principal=principal, task_id=task_id)
        working.cancel(principal=principal, task=task)
        return Response(TaskSerializer(task).data)
