from decimal import Decimal
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from toolbox.opinions import opinion, overall_consensus

RATINGS = st.lists(st.decimals(min_value=1, max_value=5, places=3), max_size=50)


def test_the_deviation_is_of_the_population() -> None:
    found = opinion([2, 4, 4, 4, 5, 5, 7, 9], low=1, high=9)
    assert found.n == 8
    assert (found.mean, found.standard_deviation) == (Decimal(5), Decimal(2))
    assert found.consensus == 50


def test_nobody_has_no_opinion() -> None:
    found = opinion([], low=1, high=5)
    assert (found.n, found.mean, found.standard_deviation, found.consensus) == (0, None, None, None)
    assert overall_consensus([found]) is None


@given(RATINGS, st.randoms(use_true_random=False))
def test_the_order_of_answers_does_not_matter(values: list[Decimal], random: Random) -> None:
    assert opinion(random.sample(values, len(values)), low=1, high=5) == opinion(
        values, low=1, high=5
    )


@given(RATINGS.filter(bool))
def test_consensus_is_a_percentage(values: list[Decimal]) -> None:
    found = opinion(values, low=1, high=5)
    assert found.consensus is not None
    assert 0 <= found.consensus <= 100
    if len(set(values)) == 1:
        assert found.consensus == 100
