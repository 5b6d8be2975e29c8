from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.display import bare, escaped, spelled, visible, visible_line

HIDING = ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\U000e0041", "\x1b", "\x9b", "\udc80", "\u3164", "\ue000"]
HONEST = ["می\u200cخواهم", "👩\u200d🚀", "naïve café", "中文"]


@pytest.mark.fault(35)
@pytest.mark.parametrize("character", HIDING)
@pytest.mark.parametrize("shown", [visible, visible_line])
def test_what_hides_is_removed(shown, character):
    assert shown(f"pay{character}pal") == "paypal"


@pytest.mark.parametrize("text", HONEST)
@pytest.mark.parametrize("shown", [visible, visible_line, spelled])
def test_honest_text_is_left_alone(shown, text):
    assert shown(text) == text


def test_lines_stay_where_they_may():
    assert visible("a\tb\r\nc\x85d") == "a\tb\nc\nd"
    assert visible_line("a\tb\r\nc\x85d") == "a b c d"
    assert bare("a\tb\nc\u200dd") == "a\tb\ncd"


def test_what_hides_is_told_by_its_number_where_each_character_counts():
    assert spelled("pay\u202epal\n") == "pay\\u202epal\n"
    assert escaped("pay\u202epal\n") == "pay\\u202epal\\n"
    assert escaped('a "b" \\ c') == 'a "b" \\ c'


@given(st.text())
def test_nothing_is_hidden_twice(text):
    for shown in (visible, visible_line, bare):
        assert shown(shown(text)) == shown(text)
    assert not {c for c in bare(text) if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn"}} - {"\n", "\t"}


@given(st.text())
def test_no_two_texts_are_escaped_alike_unless_they_hold_a_backslash(text):
    assert "\n" not in escaped(text)
    assert escaped(text) == text or any(char in text for char in set(text) - set(escaped(text)))
