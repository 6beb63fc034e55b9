"""The history of runs at 10,000 and at 1,000,000 events: it must not matter."""

import subprocess
import sys

from bench.client import Target
from bench.site import Site
from config.paths import ROOT

FEW, MANY = 10_000, 1_000_000

# Two events a run; ids in the order of time, as version 7 makes them.
FILL = """
WITH made AS (
  INSERT INTO sessions (id, session_type, status, title, actor_kind, actor_id, actor_label, user_id,
                        is_test, events_count, head_hash, created_at)
  SELECT '01900000-0000-7000-8000-000000000000', 'tool', 'completed', '', 'user', person, 'x', person,
         false, 0, '', now()
  FROM (SELECT id AS person FROM accounts_user LIMIT 1) AS somebody
  RETURNING id, user_id
)
INSERT INTO session_events (id, session_id, seq, type, run_id, tool_slug, actor_kind, actor_id,
                            actor_label, user_id, source, is_test, payload, created_at,
                            previous_hash, hash)
SELECT CASE WHEN half = 0 THEN run ELSE gen_random_uuid() END, made.id, n * 2 + half,
       CASE WHEN half = 0 THEN 'tool.started' WHEN n %% 50 = 0 THEN 'tool.failed'
            ELSE 'tool.completed' END,
       run, 'tool-' || n %% 40, 'user', made.user_id, 'x', made.user_id, 'api', false,
       CASE WHEN half = 0 THEN jsonb_build_object('input', jsonb_build_object('n', n))
            ELSE jsonb_build_object('output', n, 'duration_ms', 1) END,
       now() - make_interval(secs => %(runs)s - n), '', ''
FROM made, generate_series(1, %(runs)s) AS n, generate_series(0, 1) AS half,
     LATERAL (SELECT ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid
              AS run) AS made_id
"""

SCRIPT = """
from django.db import connection
from accounts.catalogue import Role
from accounts.demo import email_of
from accounts import keys
from accounts.models import User
from accounts.principal import principal_of_user
from bench.history import FILL, FEW, MANY
from tenants.context import tenant_context
for slug, events in (("oci", FEW), ("ims", MANY)):
    with tenant_context(slug):
        with connection.cursor() as cursor:
            cursor.execute(FILL, {"runs": events // 2})
            cursor.execute("ANALYZE session_events")
        user = User.objects.with_groups().get(email=email_of(Role.ADMIN, slug))
        made = keys.create_key(
            principal=principal_of_user(user), name="bench", scopes=["runs:read", "tools:read"],
            expires_at=None,
        )
        print(made[1])
"""

QUERIES = ["", "?status=error", "?tool=tool-7", "?text=777"]


def targets(found: Site) -> list[tuple[Target, Target]]:
    """For each question, the same one of few events and of many."""
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "-c", SCRIPT]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    few, many = [line for line in printed.splitlines() if line.startswith("tnn_")]
    return [
        (_target(found, "oci", few, query, FEW), _target(found, "ims", many, query, MANY))
        for query in QUERIES
    ]


def _target(found: Site, slug: str, key: str, query: str, events: int) -> Target:
    headers = {"Host": f"{slug}.localhost", "Authorization": f"Bearer {key}"}
    path = f"/api/runs{query}"
    return Target(f"GET {path} of {events:,} events", found.product_port, path, headers)
