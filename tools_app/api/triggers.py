"""Schedules and webhooks."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import holding
from accounts.api.reading import sent
from accounts.api.serializers import StrictSerializer
from accounts.http import client_address, principal_of
from accounts.throttles import count_bad_key
from config.errors import Fault, InvalidInput
from config.parsers import json_body
from tools_app.api.runs import answer
from tools_app.api.serializers import RunResultSerializer
from tools_app.models import Schedule, Webhook
from tools_app.triggers import schedules, webhooks
from tools_app.triggers.webhooks import BadSignature, Delivery

MISSED = [choice.value for choice in Schedule.Missed]


class ScheduleChangeSerializer(StrictSerializer):
    cron = serializers.CharField(max_length=100, required=False)
    timezone = serializers.CharField(max_length=64, required=False)
    input = serializers.DictField(required=False)
    missed = serializers.ChoiceField(choices=MISSED, required=False)
    enabled = serializers.BooleanField(required=False)


class NewScheduleSerializer(ScheduleChangeSerializer):
    tool = serializers.CharField(max_length=64)
    cron = serializers.CharField(max_length=100)
    timezone = serializers.CharField(max_length=64, required=False, default="UTC")
    input = serializers.DictField(required=False, default=dict)


class ScheduleSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    tool = serializers.CharField()
    cron = serializers.CharField()
    timezone = serializers.CharField()
    input = serializers.DictField()
    missed = serializers.ChoiceField(choices=MISSED)
    enabled = serializers.BooleanField()
    owner = serializers.CharField()
    next_at = serializers.DateTimeField(allow_null=True)
    last_at = serializers.DateTimeField(allow_null=True)
    last_run_id = serializers.UUIDField(allow_null=True)
    last_error = serializers.CharField()


def _shown(request: Request, schedule: Schedule) -> dict[str, Any]:
    given = schedules.shown_input(principal=principal_of(request), schedule=schedule)
    names = ("id", "cron", "timezone", "missed", "enabled", "next_at", "last_at", "last_run_id")
    facts = {name: getattr(schedule, name) for name in (*names, "last_error")}
    return {**facts, "tool": schedule.tool_slug, "owner": schedule.owner_label, "input": given}


def _values(data: dict[str, Any]) -> dict[str, Any]:
    values = dict(data)
    if "input" in values:
        values["payload"] = values.pop("input")
    return values


class SchedulesView(APIView):
    permission_classes = [holding(GET=schedules.RIGHT, POST=schedules.RIGHT)]

    @extend_schema(
        operation_id="list_schedules",
        summary="List schedules",
        parameters=[OpenApiParameter("tool", str)],
        responses=ScheduleSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        slug = request.query_params.get("tool", "")
        rows = schedules.schedules_to_see(principal=principal_of(request), slug=slug)
        return Response([_shown(request, row) for row in rows])

    @extend_schema(
        operation_id="create_schedule",
        summary="Run a tool at times",
        request=NewScheduleSerializer,
        responses={201: ScheduleSerializer},
    )
    def post(self, request: Request) -> Response:
        """`cron` has five fields, in the time of `timezone`. It runs as you, with the rights that
        you have then. `missed` says what happens to times at which nothing was running."""
        data = sent(NewScheduleSerializer, request)
        values = _values(data)
        slug = values.pop("tool")
        row = schedules.create_schedule(principal=principal_of(request), slug=slug, **values)
        return Response(_shown(request, row), status.HTTP_201_CREATED)


class ScheduleView(APIView):
    permission_classes = [
        holding(GET=schedules.RIGHT, PATCH=schedules.RIGHT, DELETE=schedules.RIGHT)
    ]

    def _found(self, request: Request, schedule_id: UUID) -> Schedule:
        return schedules.schedule_to_see(principal=principal_of(request), schedule_id=schedule_id)

    @extend_schema(
        operation_id="get_schedule", summary="One schedule", responses=ScheduleSerializer
    )
    def get(self, request: Request, schedule_id: UUID) -> Response:
        return Response(_shown(request, self._found(request, schedule_id)))

    @extend_schema(
        operation_id="change_schedule",
        summary="Change a schedule",
        request=ScheduleChangeSerializer,
        responses=ScheduleSerializer,
    )
    def patch(self, request: Request, schedule_id: UUID) -> Response:
        """From then on it runs as you."""
        found = self._found(request, schedule_id)
        data = sent(ScheduleChangeSerializer, request)
        row = schedules.change_schedule(
            principal=principal_of(request), schedule=found, **_values(data)
        )
        return Response(_shown(request, row))

    @extend_schema(
        operation_id="delete_schedule", summary="Delete a schedule", responses={204: None}
    )
    def delete(self, request: Request, schedule_id: UUID) -> Response:
        found = self._found(request, schedule_id)
        schedules.delete_schedule(principal=principal_of(request), schedule=found)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookSerializer(serializers.Serializer[Any]):
    url = serializers.CharField()
    owner = serializers.CharField()
    enabled = serializers.BooleanField()
    last_at = serializers.DateTimeField(allow_null=True)
    secret_before_until = serializers.DateTimeField(allow_null=True)
    secret = serializers.CharField(required=False, help_text="Told once, when it is made.")


def _hook(request: Request, hook: Webhook, secret: str = "") -> dict[str, Any]:
    facts = {
        "url": request.build_absolute_uri(reverse("api-hook", args=[hook.pk])),
        "owner": hook.owner_label,
        "enabled": hook.enabled,
        "last_at": hook.last_at,
        "secret_before_until": hook.before_until,
    }
    return {**facts, "secret": secret} if secret else facts


class ToolWebhookView(APIView):
    permission_classes = [holding(GET=webhooks.RIGHT, POST=webhooks.RIGHT, DELETE=webhooks.RIGHT)]

    @extend_schema(
        operation_id="get_webhook", summary="The webhook of a tool", responses=WebhookSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        hook = webhooks.webhook_to_see(principal=principal_of(request), slug=slug)
        return Response(_hook(request, hook))

    @extend_schema(
        operation_id="create_webhook",
        summary="Let another system run a tool",
        request=None,
        responses={201: WebhookSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The answer carries the secret, this once. Runs are yours."""
        hook, secret = webhooks.create_webhook(principal=principal_of(request), slug=slug)
        return Response(_hook(request, hook, secret), status.HTTP_201_CREATED)

    @extend_schema(operation_id="delete_webhook", summary="Delete a webhook", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        webhooks.delete_webhook(principal=principal_of(request), slug=slug)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RotateWebhookView(APIView):
    permission_classes = [holding(POST=webhooks.RIGHT)]

    @extend_schema(
        operation_id="rotate_webhook",
        summary="A new secret for a webhook",
        request=None,
        responses={201: WebhookSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The one before works for 24 hours longer."""
        hook, secret = webhooks.rotate_webhook(principal=principal_of(request), slug=slug)
        return Response(_hook(request, hook, secret), status.HTTP_201_CREATED)


class HookView(APIView):
    """Whoever can sign may call."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="call_webhook",
        summary="Run a tool by its webhook",
        parameters=[
            OpenApiParameter("X-Tenon-Signature", str, OpenApiParameter.HEADER, required=True)
        ],
        request={"application/json": dict},
        responses={200: RunResultSerializer, 202: RunResultSerializer},
    )
    def post(self, request: Request, hook_id: UUID) -> HttpResponse:
        """The body is the tool's input; `X-Tenon-Signature: t=<seconds>,v1=<hex>` signs it. The
        same request sent again is the same run."""
        signature = request.headers.get("X-Tenon-Signature", "")
        body = request._request.body
        try:
            hook = webhooks.received(Delivery(hook_id, body, signature))
        except BadSignature:
            count_bad_key(address=client_address(request._request))
            raise
        payload = json_body(request)
        if not isinstance(payload, dict):
            fault = Fault("", "type", "The body is the tool's input, an object.")
            raise InvalidInput(faults=[fault])
        return answer(webhooks.run_hook(hook=hook, payload=payload, signature=signature))
