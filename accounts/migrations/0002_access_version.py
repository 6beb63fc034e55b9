"""Whatever changes who may do what raises the tenant's `access_version`, whoever writes it."""

from django.db import migrations

FUNCTION = """
CREATE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.tenants_tenant SET access_version = access_version + 1
   WHERE schema_name = TG_TABLE_SCHEMA;
  RETURN NULL;
END $$;
"""
# "Last used" and "last signed in" change nobody's rights.
TRIGGERS = {
    "accounts_apikey": "UPDATE OF user_id, name, digest, scopes, expires_at, revoked_at OR DELETE",
    "accounts_user": "UPDATE OF name, email, is_active OR DELETE",
    "accounts_user_groups": "INSERT OR UPDATE OR DELETE",
    "auth_group": "UPDATE OR DELETE",
    "auth_group_permissions": "INSERT OR UPDATE OR DELETE",
}
MAKE = "CREATE TRIGGER {table}_access AFTER {events} ON {table} EXECUTE FUNCTION access_changed();"
DROP = "DROP TRIGGER {table}_access ON {table};"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION access_changed();"),
        *(
            migrations.RunSQL(
                MAKE.format(table=table, events=events), DROP.format(table=table)
            )
            for table, events in TRIGGERS.items()
        ),
    ]
