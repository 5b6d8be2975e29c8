from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.fractions import fractions


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("half of the trees", "en", [50]),
        ("one in three", "en", [100 / 3]),
        ("three out of four", "en", [75]),
        ("two-thirds of it", "en", [200 / 3]),
        ("a fifth of it", "en", [20]),
        ("ein Drittel der Bäume", "de", [100 / 3]),
        ("jede dritte Frau", "de", [100 / 3]),
        ("dos tercios", "es", [200 / 3]),
        ("la moitié des arbres", "fr", [50]),
        ("三分之一", "zh", [100 / 3]),
        ("3分の2", "ja", [200 / 3]),
        ("7割", "ja", [70]),
        ("doubled and then tripled", "en", [2, 3]),
        ("hat sich verdoppelt", "de", [2]),
    ],
)
def test_shares_and_multiples_in_words(text, language, values):
    assert [one.value for one in fractions(text, language)] == pytest.approx(values)


@pytest.mark.parametrize(
    "text",
    [
        "the second half of 2020", "half an hour", "the half-life", "the third quarter", "the third of May", "headquarters of it",
        "third-party code", "five in two years", "four in 10 minutes", "a double room", "in the tenth round", "割引",
    ],
)  # fmt: skip
def test_what_is_no_share(text):
    assert fractions(text) == []


@given(st.integers(1, 20), st.integers(2, 20))
def test_so_many_in_so_many(upper, lower):
    found = fractions(f"{upper} in {lower} people")
    assert [one.value for one in found] == ([pytest.approx(100 * upper / lower)] if upper <= lower else [])


@given(st.text(alphabet=st.sampled_from("one two three half thirds of in out 3579分の割半 -"), max_size=40))
def test_every_share_stands_in_the_text(text):
    for language in ("en", "de", "es", "fr"):
        for one in fractions(text, language):
            assert text[one.start : one.end] == one.text
            assert 0 < one.value <= 100
