"""Every tenant begins with the installation's own model as its default connection."""

from django.db import migrations


def add(apps, _schema_editor):
    connections = apps.get_model("agents", "ModelConnection").objects
    if not connections.exists():
        connections.create(
            slug="built-in", name="Built-in model", provider="embedded", is_default=True
        )


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_initial")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
