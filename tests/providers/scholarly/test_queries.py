"""What of a question a service of works is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.scholarly.queries import key_words, phrases_and_words


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("What is the effect of metformin on mortality in patients?", ["metformin", "mortality"]),
        ("¿Cuál es el efecto de la metformina?", ["efecto", "metformina"]),
        ("the effect", ["effect"]),
        ("what is it", ["what", "is", "it"]),
        ("trees Trees trees", ["trees", "Trees"]),
        ("???", []),
    ],
)
def test_key_words(query, words):
    assert key_words(query) == words


def test_quoted_phrases_stay_together():
    assert phrases_and_words('Does "heart  attack" follow "" stress?') == (["heart attack"], ["follow", "stress"])
    assert phrases_and_words('an unbalanced " quote') == ([], ["unbalanced", "quote"])


@given(st.text(max_size=60))
def test_words_are_those_of_the_query(query):
    phrases, singles = phrases_and_words(query)
    assert all(word in query for word in singles)
    assert all('"' not in phrase for phrase in phrases)
