"""A step of a composition is begun once, whoever takes the composition up.

Claiming the next run that is due: one statement, one at a time for a tenant, so that its limits hold
however many workers ask at once. Each statement of a function sees what was committed before it."""

from django.db import migrations

CLAIM = """
CREATE FUNCTION claim_run(seconds double precision, most integer) RETURNS SETOF pending_runs
LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('claim_run'), hashtext(current_schema()));
  at := clock_timestamp();
  RETURN QUERY
  WITH leased AS (
    SELECT tool_slug, count(*) AS runs FROM pending_runs
    WHERE lease_until > at AND NOT inline GROUP BY tool_slug
  ),
  full_tools AS (
    SELECT tool_slug FROM leased JOIN run_limits USING (tool_slug) WHERE runs >= at_once
  )
  UPDATE pending_runs AS claimed
  SET attempt = claimed.attempt + 1,
      failures = claimed.failures + (claimed.lease_until IS NOT NULL)::int,
      lease_until = at + make_interval(secs => seconds),
      inline = false
  WHERE claimed.run_id = (
    SELECT due.run_id FROM pending_runs AS due
    WHERE NOT due.suspended AND due.not_before <= at
      AND (due.lease_until IS NULL OR due.lease_until <= at)
      AND due.tool_slug NOT IN (SELECT tool_slug FROM full_tools)
      AND coalesce((SELECT sum(runs) FROM leased), 0) < most
    ORDER BY due.not_before, due.run_id LIMIT 1
    FOR UPDATE SKIP LOCKED
  )
  RETURNING claimed.*;
END $$;
"""
STEP = """
CREATE UNIQUE INDEX one_start_a_step ON session_events ((payload ->> 'key'))
  WHERE type = 'tool.started' AND payload ? 'key';
"""


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0003_pending_runs")]

    operations = [
        migrations.RunSQL(CLAIM, "DROP FUNCTION claim_run(double precision, integer);"),
        migrations.RunSQL(STEP, "DROP INDEX one_start_a_step;"),
    ]
