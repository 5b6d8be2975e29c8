from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.ranking import posterior, ranked
from inquiro.core.types import SourceRecord

amounts = st.floats(0, 1e6)


def record(**fields: object) -> SourceRecord:
    return SourceRecord(**({"source": "a"} | fields))


@pytest.mark.parametrize(
    ("fields", "mean"),
    [
        ({}, 1 / 2),
        ({"gained": 8, "tried": 8}, 9 / 10),
        ({"gained": 1, "tried": 2}, 2 / 4),
        ({"gained": 1, "tried": 2, "verified": 1}, 2.5 / 4.5),
        ({"gained": 1, "tried": 2, "blocked": 3}, 2 / 7),
        ({"gained": 3, "tried": 1}, 4 / 5),
    ],
)
def test_the_mean_of_a_beta_posterior(fields, mean):
    assert posterior(record(**fields)) == pytest.approx(mean)


@given(amounts, amounts, amounts, amounts, st.floats(0.1, 100))
def test_gain_and_proof_raise_it_and_blocks_lower_it(gained, more, verified, blocked, step):
    base = record(gained=gained, tried=gained + more, verified=verified, blocked=blocked)
    assert 0 < posterior(base) < 1
    assert posterior(record(gained=gained + step, tried=gained + more + step, verified=verified, blocked=blocked)) > (
        posterior(base)
    )
    assert posterior(record(gained=gained, tried=gained + more, verified=verified + step, blocked=blocked)) > (
        posterior(base)
    )
    assert posterior(record(gained=gained, tried=gained + more, verified=verified, blocked=blocked + step)) < (
        posterior(base)
    )


@given(amounts, amounts, amounts, amounts)
def test_how_long_it_takes_does_not_move_it(gained, more, verified, seconds):
    fields = {"gained": gained, "tried": gained + more, "verified": verified}
    assert posterior(record(**fields)) == posterior(record(**fields, seconds=seconds))


def test_speed_only_breaks_ties_and_the_unmeasured_come_last():
    slow_but_good = record(source="good", gained=2, tried=2, seconds=60)
    slow = record(source="slow", gained=1, tried=2, seconds=20)
    quick = record(source="quick", gained=1, tried=2, seconds=1)
    unknown = record(source="a", gained=1, tried=2)
    order = [source for source, _ in ranked([unknown, slow, quick, slow_but_good])]
    assert order == ["good", "quick", "slow", "a"]
