"""`make bench`: figures as ratios to a floor measured in the same run."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import background, editing, protocol
from bench.client import Target, interleave
from bench.history import targets
from bench.resolving import resolving
from bench.site import Site, site
from bench.together import together

REQUESTS = 2000
SCORE = {"input": {"criteria": [{"name": "Fit", "weight": 3, "score": 8}]}}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tenon-bench-") as folder, site(Path(folder)) as found:
        start_up(found)
        kept = [me(found), run(found), *(listing(found, Path(folder), *row) for row in LISTS)]
        kept.append(resolving())
        kept += protocol.rows(found, Path(folder))
        kept += [tool_page(found, Path(folder)), editor(found), together(found)]
        kept += [compare(many, few, most=2.0, requests=300) for few, many in targets(found)]
        kept += in_background(found)
    return 0 if all(kept) else 1


def start_up(found: Site) -> None:
    print("Start-up")
    print(f"  prepare, first time (four tenants)  {found.seconds_to_prepare:6.2f} s")
    print(f"  prepare, nothing to do              {found.seconds_to_prepare_again:6.2f} s")
    print(f"  web process until ready             {found.seconds_to_serve:6.2f} s")


def headers(found: Site) -> dict[str, str]:
    return {"Host": "acme.localhost", "Authorization": f"Bearer {found.key}"}


def me(found: Site) -> bool:
    """A request with a key against a view with one SELECT."""
    floor = Target("one SELECT", found.floor_port, "/")
    product = Target("GET /api/me", found.product_port, "/api/me", headers(found))
    return compare(product, floor, most=2.5)


def run(found: Site) -> bool:
    """A quick tool, with key, validation and durable events, against one committed INSERT."""
    sent: dict[str, Any] = {"method": "POST", "body": json.dumps(SCORE)}
    json_headers = {**headers(found), "Content-Type": "application/json"}
    floor = Target("one committed INSERT", found.floor_port, "/insert", {}, **sent)
    path = "/api/tools/quick-score/run"
    product = Target(f"POST {path}", found.product_port, path, json_headers, **sent)
    return compare(product, floor, most=2.0)


def in_background(found: Site) -> list[bool]:
    with background.working():
        pair = background.accepting(found, headers(found), json.dumps(SCORE))
        kept = [compare(*pair, most=background.MOST_TO_ACCEPT, requests=REQUESTS // 2)]
        kept.append(background.throughput())
        background.first_word(found, headers(found))
    return kept


def tool_page(found: Site, folder: Path) -> bool:
    """The page of a tool, signed in, against a bare template of the same size."""
    path = "/tools/quick-score"
    signed_in = {"Host": "acme.localhost", "Cookie": found.cookie}
    product = Target(f"GET {path}", found.product_port, path, signed_in)
    product.request()
    (folder / "floor-page").write_bytes(product.answer)
    floor = Target("a template of its size", found.floor_port, "/page/page")
    return compare(product, floor, most=3.0, requests=REQUESTS // 4)


def editor(found: Site) -> bool:
    """The editor's page of a tool with 100 fields against the same with 5."""
    few, many = editing.targets(found)
    return compare(many, few, most=5.0, requests=REQUESTS // 20)


LISTS = [(50, 3.0), (1000, 10.0)]


def listing(found: Site, folder: Path, number: int, most: float) -> bool:
    """Listing tools against a view that returns the same bytes from memory."""
    path = f"/api/tools?limit={number}"
    product = Target(f"GET {path}", found.product_port, path, headers(found))
    product.request()
    (folder / f"floor-{number}").write_bytes(product.answer)
    floor = Target("the same bytes", found.floor_port, f"/bytes/{number}")
    return compare(product, floor, most=most, requests=REQUESTS // 4)


def compare(product: Target, floor: Target, *, most: float, requests: int = REQUESTS) -> bool:
    interleave([floor, product], requests=requests)
    ratio = product.p50_ms / floor.p50_ms
    verdict = "ok" if ratio <= most else "OVER"
    print(f"{product.name}  p50 {product.p50_ms:.2f} ms; {floor.name} {floor.p50_ms:.2f} ms")
    print(f"  ratio {ratio:.2f}, at most {most}: {verdict}", flush=True)
    return ratio <= most


if __name__ == "__main__":
    sys.exit(main())
