from __future__ import annotations

import pytest

from inquiro.engine.checking.opposites import opposite, stretched
from inquiro.retrieval.words import tokens


@pytest.mark.parametrize(
    ("word", "evidence", "turned"),
    [
        ("rejected", "The council approved the plan.", True),
        ("fell", "Prices increased in May.", True),
        ("increased", "Prices increased in May.", False),
        ("increased", "Prices increased, then fell.", False),
        ("adopted", "The council approved the plan.", False),
        ("painted", "The council approved the plan.", False),
    ],
)
def test_a_word_whose_opposite_stands_there(word, evidence, turned):
    held = frozenset(tokens(evidence))
    assert opposite(tokens(word), held, held) == turned


def test_words_that_claim_more_than_the_evidence():
    held = set(tokens("Only trees cool the street."))
    assert stretched("Only all trees cool the street, always.", held) == ("all", "always")
