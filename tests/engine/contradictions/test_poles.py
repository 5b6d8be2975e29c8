from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.contradictions.poles import pointed


@pytest.mark.parametrize(
    ("one", "other", "same_way"),
    [
        ("Street trees reduce noise", "Street trees lower noise", True),
        ("Street trees reduce noise", "Street trees do not reduce noise", False),
        ("Street trees reduce noise", "Street trees increase noise", False),
        ("Street trees do not increase noise", "Street trees reduce noise", True),
        ("Noise is harmful", "Noise is harmless", False),
        ("Lärm ist schädlich", "Lärm ist unschädlich", False),
        ("El ruido es posible", "El ruido es imposible", False),
    ],
)
def test_words_that_only_turn_a_clause_round_leave_the_same_terms(one, other, same_way):
    a, b = pointed(one), pointed(other)
    assert a.terms == b.terms
    assert (a.sign == b.sign) is same_way


@pytest.mark.parametrize(
    "clause",
    [
        "Not all trees reduce noise",
        "Trees do not always reduce noise",
        "Trees not only reduce noise",
        "It costs no more than 5 €",
        "Nicht alle Bäume kühlen",
        "The valve did not change and was not moved",
    ],
)
def test_a_denial_that_is_halved_or_doubled_points_nowhere(clause):
    assert pointed(clause) is None


@given(st.text(max_size=60))
def test_any_text_has_a_sign_or_none(text):
    found = pointed(text)
    assert found is None or (found.sign in {1, -1} and found.text == text)
