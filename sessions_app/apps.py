from django.apps import AppConfig


class SessionsAppConfig(AppConfig):
    name = "sessions_app"
