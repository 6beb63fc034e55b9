"""Resolving one tool: no slower with 10,000 tools of a tenant's own than with ten, nor with 1,000
tenants than with ten. Inside one process, because a request's own time would hide it."""

import subprocess
import sys

from config.paths import ROOT

FEW, MANY = 10, 10_000
FEW_TENANTS, MANY_TENANTS = 10, 1_000
CALLS = 20_000
MOST = 1.5

# A tenant with just the tables that a catalogue is made of.
TABLES = ("tools", "tools_app_toolusergrant", "tools_app_toolgroupgrant", "auth_group")
COPY = "CREATE TABLE {schema}.{table} (LIKE t_acme.{table} INCLUDING DEFAULTS)"

SCRIPT = """
import statistics, time
from django.db import connection
from bench import resolving
from tenants.context import working_in
from tenants.models import Tenant
from tools_app.models import Tool
from tools_app.resolver import resolve


def make(name, tools):
    schema = "t_" + name
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {schema}")
        for table in resolving.TABLES:
            cursor.execute(resolving.COPY.format(schema=schema, table=table))
    tenant = Tenant(slug=name, name=name, schema_name=schema, status="active")
    tenant.platform_catalog_version = 1
    with working_in(tenant):
        Tool.objects.bulk_create(
            Tool(slug=f"tool-{n}", kind="tenant_custom", name=f"Tool {n}", effect="read")
            for n in range(tools)
        )
    return tenant


def timed(tenants):
    tenant = tenants.pop(0)
    tenants.append(tenant)
    with working_in(tenant):
        started = time.perf_counter()
        assert resolve("tool-7") is not None
        return time.perf_counter() - started


def compare(name, few, many):
    for tenant in [*few, *many]:
        timed([tenant])
    pairs = [(timed(few), timed(many)) for _ in range(resolving.CALLS)]
    base, found = (statistics.median(side) for side in zip(*pairs))
    print(f"{name};{found * 1e6:.2f};{base * 1e6:.2f}")


few, many = make("bench_few", resolving.FEW), make("bench_many", resolving.MANY)
compare(f"with {resolving.MANY:,} tools", [few], [many])
tenants = [make(f"bench_{n}", resolving.FEW) for n in range(resolving.MANY_TENANTS)]
compare(f"with {resolving.MANY_TENANTS:,} tenants", tenants[:resolving.FEW_TENANTS], tenants[:])
"""


def resolving() -> bool:
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "-c", SCRIPT]
    printed = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ).stdout
    rows = [line.split(";") for line in printed.splitlines() if line.count(";") == 2]
    # Each prints its line, also after one that is over.
    kept = [_kept(name, float(found), float(base)) for name, found, base in rows]
    return all(kept)


def _kept(name: str, found: float, base: float) -> bool:
    ratio = found / base
    verdict = "ok" if ratio <= MOST else "OVER"
    print(f"resolve {name}  p50 {found:.2f} µs; with ten {base:.2f} µs")
    print(f"  ratio {ratio:.2f}, at most {MOST}: {verdict}", flush=True)
    return ratio <= MOST
