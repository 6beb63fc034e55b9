"""`make bench`: figures as ratios to a floor measured in the same run."""

import sys
import tempfile
from pathlib import Path

from bench.client import Target, interleave
from bench.site import Site, site

REQUESTS = 3000


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tenon-bench-") as folder, site(Path(folder)) as found:
        start_up(found)
        return me(found)


def start_up(found: Site) -> None:
    print("Start-up")
    print(f"  prepare, first time (four tenants)  {found.seconds_to_prepare:6.2f} s")
    print(f"  prepare, nothing to do              {found.seconds_to_prepare_again:6.2f} s")
    print(f"  web process until ready             {found.seconds_to_serve:6.2f} s")


def me(found: Site) -> int:
    floor = Target("floor", found.floor_port, "/")
    headers = {"Host": "acme.localhost", "Authorization": f"Bearer {found.key}"}
    product = Target("GET /api/me", found.product_port, "/api/me", headers)
    interleave([floor, product], requests=REQUESTS)
    return report(product, floor, most=2.5)


def report(target: Target, floor: Target, *, most: float) -> int:
    ratio = target.p50_ms / floor.p50_ms
    verdict = "ok" if ratio <= most else "OVER"
    print(f"{target.name}  p50 {target.p50_ms:.2f} ms; floor {floor.p50_ms:.2f} ms")
    print(f"  ratio {ratio:.2f}, at most {most}: {verdict}")
    return 0 if ratio <= most else 1


if __name__ == "__main__":
    sys.exit(main())
