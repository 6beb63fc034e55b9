"""`make faults`: many runs while everything under them is killed, then a count.

Each accepted run has one event that ends it; what it changed was changed once, or not at all; the
chain of events is whole. Then runs are cancelled at each boundary of their lives
(`faults.boundaries`): nothing of them begins afterwards. `--short` is the form that the tests run.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from faults.stack import Stack


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="tenon-faults-") as folder:
        stack = Stack(Path(folder), options.workers, options.lease, options.times)
        stack.start()
        try:
            # Only now: Django reads its settings from what the stack has put into the environment.
            from faults.trial import Trial

            return 0 if Trial(stack, options).passed() else 1
        finally:
            stack.stop()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m faults")
    parser.add_argument("--short", action="store_true", help="small enough for every test run")
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--redis-kills", type=int, default=2)
    parser.add_argument("--postgres-restarts", type=int, default=1)
    parser.add_argument("--stops", type=int, default=3)
    parser.add_argument("--cancels", type=int, default=1_000, help="across all boundaries")
    parser.add_argument("--poison", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--lease", type=int, default=4)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--patience", type=int, default=900, help="seconds until runs are lost")
    options = parser.parse_args()
    if options.short:
        small = {"runs": 120, "kills": 1, "redis_kills": 1, "postgres_restarts": 0, "stops": 0}
        small |= {"cancels": 60, "poison": 1, "workers": 1, "lease": 1, "patience": 60}
        vars(options).update(small)
    return options


if __name__ == "__main__":
    sys.exit(main())
