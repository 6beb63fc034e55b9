"""For the processes of a test that has a worker beside it."""

from tests.settings import *  # noqa: F403

RUNS_IN_BACKGROUND = True
