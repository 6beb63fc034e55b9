from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts.catalogue import CATALOGUE
        from accounts.navigation import Entry, navigation
        from accounts.provisioning import invite_owner
        from accounts.roles import sync_roles
        from tenants.fingerprint import contents
        from tenants.registry import Step, steps

        contents["roles"] = repr(CATALOGUE)
        post_migrate.connect(sync_roles, sender=self, dispatch_uid="accounts.sync_roles")
        steps.register(Step("owner", "Invite its owner", invite_owner))
        navigation.register(
            Entry("", "Home", "home", "house"),
            Entry("Workspace", "People", "people", "users", "members.tenant.read"),
            Entry("Workspace", "API keys", "keys", "key-round", "api_keys.own.read"),
            Entry(
                "Workspace", "Administration", "admin:index", "settings-2", "admin.tenant.manage"
            ),
            Entry("Developers", "API reference", "api-docs", "book-open"),
        )
