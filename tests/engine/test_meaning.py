from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.meaning import meaning


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("cost", "price", "en"),
        ("pays", "funded", "en"),
        ("permitted", "allowed", "en"),
        ("kostet", "Preis", "de"),
        ("cuesta", "precio", "es"),
        ("trees", "tree", "en"),
    ],
)
def test_synonyms_and_forms_mean_the_same(one, other, language):
    assert meaning(one, language) == meaning(other, language) != frozenset()


def test_different_things_stay_different():
    assert not meaning("cost price") & meaning("shade temperature")


def test_function_words_mean_nothing():
    assert meaning("the of and a", "en") == frozenset()


@given(st.text())
def test_more_words_never_mean_less(text):
    assert meaning(text, "en") <= meaning(text + " street trees", "en")
