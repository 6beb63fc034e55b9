from django.apps import AppConfig


class TenantsConfig(AppConfig):
    name = "tenants"

    def ready(self) -> None:
        from django_tenants.signals import schema_migrated

        from tenants import contenttypes
        from tenants.fingerprint import note_migrated

        contenttypes.install()
        schema_migrated.connect(note_migrated, dispatch_uid="tenants.note_migrated")
