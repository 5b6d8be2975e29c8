import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.dsl.strings import BadEscape, quoted, unescaped
from inquiro.text.display import escaped
from inquiro.text.unseen import odd_characters

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"plain", "plain"),
        (r"\"\\\n\t\r\/", '"\\\n\t\r/'),
        (r"\u00e9\u{1F600}\ud83d\ude00", "é😀😀"),
        (r"\\n", "\\n"),
    ],
)
def test_escapes(body, text):
    assert unescaped(body) == text


@pytest.mark.parametrize(
    ("body", "words", "at"),
    [
        (r"ab\q", r"unknown escape \q", 2),
        (r"\u12", "unknown escape \\u", 0),
        (r"\u{110000}", "beyond the last character", 0),
        (r"x\ud800y", "half a character", 1),
        (r"\u00e9\udc00", "half a character", 6),
        (r"\ud83d\ude00 \\ud800 \u{D800}", "\\u{D800} is half a character", 21),
        ("\\\x07", "unknown escape \\\\u0007", 0),
    ],
)
def test_an_escape_that_means_nothing_says_where(body, words, at):
    with pytest.raises(BadEscape) as raised:
        unescaped(body)
    assert words in str(raised.value)
    assert raised.value.at == at


@given(TEXT)
def test_what_is_quoted_reads_back(text):
    written = quoted(text)
    assert unescaped(written[1:-1]) == text
    assert "\n" not in written


@given(st.text(st.characters(categories=["Cc", "Cf", "Zl", "Zp", "Zs"])))
def test_nothing_invisible_is_written_as_it_is(text):
    hidden = [char for char in quoted(text) if char != " " and unicodedata.category(char) in {"Cc", "Cf", "Zl", "Zp"}]
    assert not hidden


@pytest.mark.parametrize("char", ["\u202e", "\u200b", "\u2066", "\ufeff", "\u3164", "\u00ad", "\U000e0041", "\ufe0f"])
def test_what_turns_or_hides_text_is_shown_as_its_number(char):
    written = f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\u{{{ord(char):x}}}"
    assert quoted(f"a{char}b") == f'"a{written}b"'
    assert escaped(f"a{char}b") == f"a{written}b"
    assert odd_characters(f"a{char}b") == [written]


def test_ordinary_names_are_left_alone():
    name = "Société Générale – 三菱 «Ö» 'x' 100 % & Söhne"
    assert quoted(name) == f'"{name}"'
    assert odd_characters(name + "\n\t\u00a0\u3000") == []


def test_visible_text_keeps_quotes_and_stands_on_one_line():
    assert escaped('a "b"\nc\\') == 'a "b"\\nc\\'
