"""Limits hold across processes, however many threads and processes ask."""

from concurrent.futures import ThreadPoolExecutor

from config.ratelimit import MinuteAllowance


def test_processes_share_one_limit() -> None:
    """Two allowances are two processes: each draws from the same counter."""
    processes = [MinuteAllowance(), MinuteAllowance()]
    with ThreadPoolExecutor(16) as pool:
        asked = [
            pool.submit(processes[n % 2].take, "tenon:test:shared", limit=500) for n in range(1200)
        ]
        allowed = sum(answer.result() for answer in asked)
    unspent_at_most = 2 * 500 // MinuteAllowance.SHARE
    assert 500 - unspent_at_most <= allowed <= 500


def test_a_small_limit_is_exact() -> None:
    allowance = MinuteAllowance()
    assert [allowance.take("tenon:test:small", limit=3) for _ in range(5)] == [True] * 3 + [
        False
    ] * 2


def test_keys_do_not_share() -> None:
    allowance = MinuteAllowance()
    assert allowance.take("tenon:test:a", limit=1)
    assert allowance.take("tenon:test:b", limit=1)
    assert not allowance.take("tenon:test:a", limit=1)
