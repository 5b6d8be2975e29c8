"""What an estimate says in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.estimates import counted, course, how_many_more, what_next
from inquiro.core.types import FactEstimate, RoundRecord

SOME = FactEstimate(found=12, coverage=0.8, unseen=2.2, low=0.4, high=7.3, next_round=0.4)
NONE = FactEstimate(found=1, coverage=1.0, unseen=0.0, low=0.0, high=0.6, next_round=0.0)
LONELY = FactEstimate(found=30, coverage=0.0, low=1105.2, next_round=1.0)
UNBOUND = FactEstimate(found=6, coverage=0.0, low=0.0, next_round=3.0)
LITTLE = FactEstimate(found=2)


@pytest.mark.parametrize(
    ("told", "long", "short"),
    [
        (SOME, "about 2 more are estimated to exist, 0–7", "12 facts, about 2 more (0–7)"),
        (NONE, "no more are estimated to exist", "1 fact, no more expected"),
        (
            LONELY,
            "each stands in one source only: at least 1,105 more are likely to exist",
            "30 facts, each in one source only: at least 1,105 more",
        ),
        (
            UNBOUND,
            "each stands in one source only: how many more exist is not known",
            "6 facts, each in one source only",
        ),
        (LITTLE, "too little was read to estimate how many more exist", "2 facts, too few to estimate more"),
    ],
)
def test_how_many_more(told, long, short):
    assert how_many_more(told) == long
    assert counted(told) == short


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (SOME, "the next round is expected to add 0.4 facts (about 2 more are estimated to exist, 0–7)"),
        (LONELY, "the next round is expected to add 1 fact (each stands in one source only: at least 1,105 more"),
        (NONE, "the next round is expected to add 0 facts (no more are estimated to exist)"),
        (LITTLE, "too little was read to estimate what the next round would add"),
    ],
)
def test_what_next(told, words):
    assert what_next(told).startswith(words)


def rounds(*found: int | None) -> list[RoundRecord]:
    return [
        RoundRecord(iteration=n, estimate=None if count is None else FactEstimate(found=count))
        for n, count in enumerate(found, 1)
    ]


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ((12, 30, 43), "▂▅█ 12 → 30 → 43"),
        ((0, 0), "▁▁ 0 → 0"),
        ((43,), ""),
        ((), ""),
        ((None, None), ""),
        (tuple(range(1, 9)), "▁▂▃▄▅▆▇█ 1 → 8"),
    ],
)
def test_the_course_is_one_line(found, line):
    assert course(rounds(*found)) == line


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=30))
def test_a_course_has_a_block_for_every_round(found):
    blocks = course(rounds(*found)).partition(" ")[0]
    assert len(blocks) == len(found)
    assert blocks[found.index(max(found))] == "█" or max(found) == 0
