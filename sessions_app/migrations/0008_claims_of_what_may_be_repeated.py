"""A claim of what may be repeated need not outlive a crash of the database: whoever claims it next
does it again. So it does not wait for the disk."""

from django.db import migrations

CLAIM = """
CREATE OR REPLACE FUNCTION claim_run(seconds double precision, most integer) RETURNS SETOF pending_runs
LANGUAGE plpgsql ROWS 1 AS $$
DECLARE
  at timestamptz;
  chosen pending_runs;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('claim_run'), hashtext(current_schema()));
  at := clock_timestamp();
  FOR chosen IN
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
  RETURNING claimed.*
  LOOP
    IF chosen.repeatable THEN
      PERFORM set_config('synchronous_commit', 'off', true);
    END IF;
    RETURN NEXT chosen;
  END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("sessions_app", "0007_events_need_no_check")]

    operations = [migrations.RunSQL(CLAIM, migrations.RunSQL.noop)]
