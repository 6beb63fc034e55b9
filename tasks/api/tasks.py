"""Tasks, over REST."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.http import principal_of
from config.errors import InvalidInput, with_prefix
from config.pagination import CursorPage
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


def _sent(serializer: Any, request: Request) -> dict[str, Any]:
    data = serializer(data=request.data)
    data.is_valid(raise_exception=True)
    sent: dict[str, Any] = data.validated_data
    return sent


class TasksView(ListAPIView[Task]):
    permission_classes = [READS]
    serializer_class = TaskSerializer
    pagination_class = CursorPage
    queryset = Task.objects.none()  # for the schema; `list` asks `access`

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        query = TaskQuerySerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        return access.found_tasks(principal=principal_of(self.request), **query.validated_data)

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
        _sent(EmptySerializer, request)
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
        _sent(EmptySerializer, request)
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
        output = _sent(CompleteSerializer, request)["output"]
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
        sent = _sent(DeclineTaskSerializer, request)
        task = access.task_to_work(principal=principal, task_id=task_id)
        working.decline(principal=principal, task=task, **sent)
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
        _sent(EmptySerializer, request)
        task = access.task_to_cancel(principal=principal, task_id=task_id)
        working.cancel(principal=principal, task=task)
        return Response(TaskSerializer(task).data)
