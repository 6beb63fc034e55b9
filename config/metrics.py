"""Measurements in Prometheus's format, summed over the processes of an installation."""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY

REQUESTS = Counter("tenon_http_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("tenon_http_request_seconds", "Time to answer a request", ["method", "route"])


def observe_request(method: str, route: str, status: int, seconds: float) -> None:
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(method, route).observe(seconds)


def exposition() -> bytes:
    """All metrics: of every process where they share a folder, else of this one."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
