"""Sentences told so that they say something else: each kind has something to change, and most of it is caught."""

from __future__ import annotations

from random import Random

import pytest

from inquiro.engine.checking import check
from inquiro.engine.checking.distortions import DISTORTIONS, WRAPPERS, kept

TEXTS = {
    "bound number": "The harbour of Korvenau handled 12 million tonnes, while the port of Varnholt handled 7 million tonnes.",
    "bound date": "The bridge was planned in 1926, and it was opened to traffic in 1931.",
    "bound name": "The roof was drawn by Anna Berg, while the tower was the work of Carl Holm.",
    "negation by meaning": "The council of Korvenau approved the new budget on a Monday.",
    "scope": "Some of the schools in Korvenau changed to solar power.",
    "cause": "In this cohort, walking was associated with a lower risk of falls.",
    "comparison": "The northern line carries more than the southern line.",
}
GOOD = {"quoted", "supported"}


@pytest.mark.parametrize("kind", DISTORTIONS)
def test_each_kind_finds_something_to_distort_and_is_caught(kind):
    changed = DISTORTIONS[kind](TEXTS[kind], Random(1), [])
    assert changed
    assert changed != TEXTS[kind]
    assert check(changed, [TEXTS[kind]]).label not in GOOD


@pytest.mark.parametrize("kind", WRAPPERS)
def test_what_is_only_mentioned_is_not_proven(kind):
    for text in TEXTS.values():
        found = check(text, [WRAPPERS[kind](text)])
        assert found.label not in GOOD
        assert {problem.kind for problem in found.problems} & {"standing", "hedge"}


def test_who_keeps_the_reserve_of_the_source_is_borne_out():
    for text in TEXTS.values():
        for told, said in kept(text).values():
            assert check(said, [told]).label in GOOD


def test_where_there_is_nothing_to_distort_nothing_is():
    assert {distort("Trees cool.", Random(1), []) for distort in DISTORTIONS.values()} == {""}
