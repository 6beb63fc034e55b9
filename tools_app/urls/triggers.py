"""Addresses of what starts runs by itself."""

from django.urls import path

from tools_app.api import triggers
from tools_app.views import automation

pages = [
    path("admin/tools/<slug:slug>/automation", automation.page, name="tool-automation"),
    path(
        "admin/schedules/<uuid:schedule_id>/delete",
        automation.delete_schedule,
        name="schedule-delete",
    ),
    path(
        "admin/schedules/<uuid:schedule_id>/switch",
        automation.switch_schedule,
        name="schedule-switch",
    ),
    path("admin/tools/<slug:slug>/webhook", automation.webhook, name="tool-webhook"),
]

api = [
    path("schedules", triggers.SchedulesView.as_view(), name="api-schedules"),
    path("schedules/<uuid:schedule_id>", triggers.ScheduleView.as_view(), name="api-schedule"),
    path("tools/<slug:slug>/webhook", triggers.ToolWebhookView.as_view(), name="api-tool-webhook"),
    path(
        "tools/<slug:slug>/webhook/rotate",
        triggers.RotateWebhookView.as_view(),
        name="api-tool-webhook-rotate",
    ),
    path("hooks/<uuid:hook_id>", triggers.HookView.as_view(), name="api-hook"),
]
