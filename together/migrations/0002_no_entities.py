"""A group's session named entities that nothing here has, and nobody used."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("together", "0001_initial")]

    operations = [migrations.RemoveField("groupsession", "entity_ids")]
