from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, ReadText
from inquiro.providers.pages.disguises import HIDDEN_REMOVED, is_look_alike, undisguised, unhidden


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    ("text", "seen", "hid"),
    [
        ("pay\u200bment", "payment", True),
        ("\u202eevil\u202c and \u2066inner\u2069", "evil and inner", True),
        ("note\U000e0049\U000e0047\U000e004e", "note", True),
        ("zero\u2060width\ufeff", "zerowidth", True),
        ("p\u200day", "pay", True),
        ("soft\u00adware", "software", False),
        ("plain — “text” 1.6 °C", "plain — “text” 1.6 °C", False),
    ],
)
def test_what_nobody_sees_goes(text: str, seen: str, hid: bool):
    assert unhidden(text) == (seen, hid)


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "क्\u200dष", "শ্\u200cর", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "🤦🏽\u200d♂\ufe0f"]
)
def test_joiners_that_shape_words_and_pictures_stay(text: str):
    assert unhidden(text) == (text, False)


def test_a_joiner_after_a_joiner_hides_something():
    assert unhidden("می\u200c\u200c\u200cخواهم")[1]


@pytest.mark.fault(35)
def test_positions_move_along_with_the_text():
    text = "\u200bIntro\n\nMeth\u200bods\n\nWe measured."
    content = ReadText(
        text=text,
        media_type="text/plain",
        title="Meth\u200bods",
        headings=(Anchor(offset=text.index("Meth"), label="Meth\u200bods"),),
        page_starts=(0, text.index("We")),
    )
    cleaned = undisguised(content)
    (heading,) = cleaned.headings
    assert cleaned.text[heading.offset :].startswith(heading.label)
    assert heading.label == cleaned.title == "Methods"
    assert cleaned.text[cleaned.page_starts[1] :] == "We measured."
    assert cleaned.flags == (HIDDEN_REMOVED,)


@given(st.text(st.sampled_from("ab \u200b\u200d\u00ad\u202eم\u200c👩")))
def test_cleaning_twice_changes_nothing_more(text: str):
    once, _ = unhidden(text)
    assert unhidden(once)[0] == once or "\u200d" in once or "\u200c" in once


def test_clean_content_is_left_as_it_is():
    content = ReadText(text="plain", media_type="text/plain")
    assert undisguised(content) is content


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    "url",
    [
        "https://раypal.com/",  # Cyrillic р and а
        "https://xn--ypal-43d9g.com/",
        "https://www.gооgle.com/x",
        "https://аррӏе.com/",
        "https://xn--80ak6aa92e.com/",
        "https://nаture.com:8443/article",
        "https://microsοft.com/",  # Greek ο
    ],
)
def test_names_that_look_like_others_are_noticed(url: str):
    assert is_look_alike(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://paypal.com/",
        "https://münchen.de/",
        "https://xn--mnchen-3ya.de/",
        "https://яндекс.рф/",
        "https://пример.com/",
        "https://日本語.jp/",
        "https://日本語abc.jp/",
        "https://ελλάδα.gr/",
        "https://xn--zz--.com/",
        "http://[::1]/",
        "http://[bad",
        "not an address",
    ],
)
def test_honest_names_are_not(url: str):
    assert not is_look_alike(url)
