from __future__ import annotations

import pytest

from inquiro.engine.checking.opposites import opposed_terms, sided, stretched
from inquiro.retrieval.words import tokens


@pytest.mark.parametrize(
    ("word", "evidence", "turned"),
    [
        ("rejected", "The council approved the plan.", True),
        ("fell", "Prices increased in May.", True),
        ("increased", "Prices increased in May.", False),
        ("adopted", "The council approved the plan.", False),
        ("painted", "The council approved the plan.", False),
    ],
)
def test_a_word_whose_opposite_stands_there(word, evidence, turned):
    (term,) = tokens(word)
    assert (not opposed_terms(term).isdisjoint(tokens(evidence))) == turned


def test_only_some_opposites_say_the_same_when_their_sides_are_exchanged():
    assert [sided(*tokens(word)) for word in ("heavier", "before", "convicted")] == [True, True, False]


def test_words_that_claim_more_than_the_evidence():
    held = set(tokens("Only trees cool the street."))
    assert stretched("Only all trees cool the street, always.", held) == ("all", "always")


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Every tree was felled.", "All trees were felled."),
        ("Most of the villages were left.", "The majority of the villages were left."),
        ("Only 40 % of the trees were felled.", "Of the trees, 40 % were felled."),
    ],
)
def test_another_word_that_claims_as_much_will_do(text, evidence):
    assert stretched(text, set(tokens(evidence))) == ()
