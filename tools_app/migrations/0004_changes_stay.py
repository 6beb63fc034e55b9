"""Changes can be written, never changed."""

from django.db import migrations

FUNCTION = """
CREATE FUNCTION refuse_tool_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'tool_changes is append-only: % is refused', TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER changes_stay BEFORE UPDATE OR DELETE ON tool_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_tool_change();
CREATE TRIGGER changes_stay_all BEFORE TRUNCATE ON tool_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_tool_change();
INSERT INTO tool_change_head (id, count, head_hash) VALUES (1, 0, '');
"""
UNDO = """
DROP TRIGGER changes_stay ON tool_changes;
DROP TRIGGER changes_stay_all ON tool_changes;
DROP FUNCTION refuse_tool_change();
DELETE FROM tool_change_head;
"""


class Migration(migrations.Migration):
    dependencies = [("tools_app", "0003_changes")]

    operations = [migrations.RunSQL(FUNCTION, UNDO)]
