"""Runs every hostile case in a process of its own and prints what it cost, a line of JSON each.

Run as a script by the tests, so that no case can take the suite down with it.
"""

import gc
import json
import os
import resource
import select
import socket
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from config.errors import InvalidInput
from tests.tools_app.schemas import hostile
from tools_app.schemas.canonical import digest
from tools_app.schemas.compatibility import changes
from tools_app.schemas.limits import schema_faults
from tools_app.schemas.secrets import masked, redacted
from tools_app.schemas.validation import faults_of

SECONDS = 20
MEGABYTES = 2_000
WATCHED = ("open", "socket.", "subprocess.", "os.system", "os.exec", "urllib.", "ftplib.", "http.")


def main() -> None:
    faults_of(hostile.tool(), {})
    digest({"é": 0.5})  # Python loads a codec the first time
    listener = socket.create_server(("127.0.0.1", 0))
    port = str(listener.getsockname()[1])
    for case in [*hostile.corpus(), *hostile.refused(), *hostile.harmless()]:
        report = _apart(partial(_run, case, port))
        report["called"] = bool(select.select([listener], [], [], 0)[0])
        print(json.dumps({"id": case.id, "must_refuse": case.refused, **report}), flush=True)  # noqa: T201


def _apart(run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        try:
            os.write(writer, json.dumps(run()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return dict(json.loads(text)) if text else {"died": status}


def _run(case: hostile.Case, port: str) -> dict[str, Any]:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, MEGABYTES * 2**20))
    schema = _with_port(case.schema, port)
    seen: list[str] = []
    gc.collect()
    watch(seen)
    steps = [_measured("save", lambda: schema_faults(schema))]
    for index, value in enumerate(case.values):
        steps.append(_measured(f"run {index}", partial(faults_of, schema, value)))
    if not steps[0]["faults"]:
        steps.append(_measured("mask", lambda: masked(schema, case.values[0]) and []))
        steps.append(_measured("redact", lambda: redacted(case.values[-1]) and []))
        steps.append(_measured("compare", lambda: changes(schema, _edited(schema)) and []))
    return {"steps": steps, "seen": seen}


def _edited(schema: dict[str, Any]) -> dict[str, Any]:
    """Another branch for every property, so that the engine has to compare them."""
    edited = {
        name: {"anyOf": [inner, {"const": "another"}]}
        for name, inner in schema["properties"].items()
    }
    return {**schema, "properties": edited}


def watch(seen: list[str]) -> None:
    """From now on, note every file and every connection, except where we read our own numbers."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(WATCHED) and not str(arguments[:1]).startswith("('/proc/self/"):
            seen.append(f"{event} {arguments[:1]}")

    sys.addaudithook(hook)


def _with_port(schema: Any, port: str) -> Any:
    try:
        text = json.dumps(schema)
    except (TypeError, ValueError, RecursionError):
        return schema
    return json.loads(text.replace("PORT", port)) if "PORT" in text else schema


def _measured(name: str, work: Callable[[], Any]) -> dict[str, Any]:
    before, start, wrong = _megabytes("VmRSS"), time.process_time(), ""
    _forget_peak()
    try:
        found = work()
    except InvalidInput as error:
        found = list(error.faults)
    except BaseException:  # noqa: BLE001 - what else there is, is the finding
        found, wrong = [], traceback.format_exc(limit=-3)
    cpu = time.process_time() - start
    return {
        "name": name,
        "cpu": round(cpu, 4),
        "memory": round(_megabytes("VmHWM") - before, 1),
        "faults": [fault.__dict__ for fault in found],
        "wrong": wrong,
    }


def _forget_peak() -> None:
    descriptor = os.open("/proc/self/clear_refs", os.O_WRONLY)
    os.write(descriptor, b"5")
    os.close(descriptor)


def _megabytes(name: str) -> float:
    descriptor = os.open("/proc/self/status", os.O_RDONLY)
    text = os.read(descriptor, 10_000).decode()
    os.close(descriptor)
    return int(text.split(f"{name}:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
