from django.apps import AppConfig


class OAuthConfig(AppConfig):
    name = "oauth"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from accounts.principal import Kind
        from accounts.recall import recallers
        from oauth.callers import principal_of_connection

        recallers.register(Kind.OAUTH, lambda found, _user: principal_of_connection(found))
        navigation.register(Entry("Workspace", "Connected clients", "clients", "cable"))
