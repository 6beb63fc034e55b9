"""Events can be written, never changed; and the text of their input can be searched."""

from django.db import migrations

FUNCTION = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'session_events is append-only: % is refused', TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON session_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_stay_all BEFORE TRUNCATE ON session_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""
UNDO = """
DROP TRIGGER events_stay ON session_events;
DROP TRIGGER events_stay_all ON session_events;
DROP FUNCTION refuse_change();
"""
SEARCH = """
CREATE INDEX runs_input_text ON session_events
  USING gin (jsonb_to_tsvector('simple', payload -> 'input', '["string", "numeric"]'))
  WITH (fastupdate = off)  -- a list of pending entries would be read through by every search
  WHERE type = 'tool.started' AND NOT is_test;
"""


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTION, UNDO),
        migrations.RunSQL(SEARCH, "DROP INDEX runs_input_text;"),
    ]
