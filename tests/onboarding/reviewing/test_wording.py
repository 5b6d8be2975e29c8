from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.dsl.strings import unescaped
from inquiro.onboarding.reviewing.wording import cut, escaped_lines, shown
from inquiro.text.display import escaped

HIDDEN = "\u202e\u200b\u2066\x1b\x07\x00\u00ad\ufeff\u2028\U000e0041"


@pytest.mark.fault(55)
@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(HIDDEN, min_size=1))
def test_nothing_in_a_shown_text_is_hidden_and_nothing_is_lost(text, hidden):
    told = shown(text + hidden)
    assert unescaped(told[1:-1]) == text + hidden
    assert not any(char in told for char in HIDDEN)
    assert "\n" not in told
    assert not any(char in escaped(text + hidden) for char in HIDDEN)


@given(st.text(), st.text())
def test_different_texts_are_shown_differently(one, other):
    assert (shown(one) == shown(other)) == (one == other)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (25, "25"),
        (25.5, "25.5"),
        ("25", '"25"'),
        ([], "[]"),
        ({}, "{}"),
        ("é", '"é"'),
        ('say "so"\n', r'"say \"so\"\n"'),
        ({"a": "x\u202e"}, r'{"a": "x\u202e"}'),
    ],
)
def test_values(value, text):
    assert shown(value) == text


def test_what_is_cut_says_how_long_it_was():
    assert cut("x" * 240) == "x" * 240
    assert cut("x" * 1234) == "x" * 240 + "… (1,234 characters in all)"


def test_lines_stay_lines():
    assert escaped_lines('(a\t"b\\n")\n\u202e;; c\r') == ['(a    "b\\n")', r"\u202e;; c\r"]
    assert json.loads(escaped('{"a": "b"}')) == {"a": "b"}
