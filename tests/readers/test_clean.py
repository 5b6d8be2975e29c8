from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers._clean import INVISIBLE_REMOVED, MOJIBAKE, clean


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "শ্\u200cর", "👩\u200d👩\u200d👧", "🤦🏽\u200d♂\ufe0f"])
def test_joiners_stay_where_they_join(text):
    assert clean(text) == (text, ())


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    ("text", "stored"),
    [("pay\u200dment", "payment"), ("pay\u200cment", "payment"), ("می\u200c\u200cخواهم", "می\u200cخواهم")],
)
def test_joiners_go_where_they_only_split_words(text, stored):
    assert clean(text) == (stored, (INVISIBLE_REMOVED,))


def test_newlines_become_one_kind_and_soft_hyphens_go_unmentioned():
    assert clean("a\r\nb\u2028c\u00add\x00") == ("a\nb\ncd", ())


@given(st.text(st.sampled_from("ab \u200b\u200c\u200d\u202eمक👩\ufeff\U000e0041")))
def test_nothing_else_invisible_is_left_and_what_is_seen_stays(text):
    stored, flags = clean(text)
    hidden = set("\u200b\u202e\ufeff\U000e0041")
    assert not hidden & set(stored)
    assert [char for char in stored if char not in "\u200c\u200d"] == [
        char for char in text if char not in hidden | set("\u200c\u200d")
    ]
    assert bool(flags) == (stored != text)


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Prints: this is a tést. In latin1: this is a tÃ©st. And again: tÃ©st.", ()),  # an example, told as such
        ("In UTF-8 it says don’t, else it says donâ€™t, and 5 °C becomes 5 Â°C, twice: donâ€™t.", ()),
        ("The cafÃ© is open. The cafÃ© is closed.", (MOJIBAKE,)),
        ("A tést and a tÃ©st, but also a cafÃ© and a dÃ©jÃ  vu.", (MOJIBAKE,)),
        ("One cafÃ© alone.", ()),
    ],
)
def test_a_text_that_shows_what_garbled_looks_like_is_not_garbled_itself(text, flags):
    assert clean(text) == (text, flags)
