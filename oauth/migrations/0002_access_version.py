"""What ends a token raises the tenant's `access_version`, whoever writes it."""

from django.db import migrations

# "Last used" changes nobody's rights; a new token is looked up when it first comes.
TRIGGERS = {
    "oauth_connection": "UPDATE OF scopes, revoked_at OR DELETE",
    "oauth_token": "UPDATE OF ended_at, scopes, expires_at OR DELETE",
    "oauth_client": "UPDATE OF name OR DELETE",
}
MAKE = "CREATE TRIGGER {table}_access AFTER {events} ON {table} EXECUTE FUNCTION access_changed();"
DROP = "DROP TRIGGER {table}_access ON {table};"


class Migration(migrations.Migration):
    dependencies = [("oauth", "0001_initial"), ("accounts", "0002_access_version")]

    operations = [
        migrations.RunSQL(MAKE.format(table=table, events=events), DROP.format(table=table))
        for table, events in TRIGGERS.items()
    ]
