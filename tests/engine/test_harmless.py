from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.harmless import LINK, as_words, holds_address, masked, shortened, unlinked
from inquiro.text.display import visible_line

ADDRESSES = [
    "https://evil.example/leak?q=secret",
    "HTTP://EVIL.EXAMPLE",
    "ftp://files.example/x",
    "obsidian://open?vault=mine",
    "javascript:alert(1)",
    "data:text/html;base64,PHA+",
    "mailto:someone@example.org",
    "someone@example.org",
    "www.example.org/path",
    "//cdn.example.org/pixel.png",
    "example.com/a?b=c",
    "hxxp://evil.example",
    "ｈttps：//evil.example",
    "https:\\\\evil.example",
    "evil.world/paper/7.pdf",
    "cdn.evil.example/a",
    "https%3A%2F%2Fevil.example%2Fa",
]
PROSE = [
    "The lamp and/or the switch draws 3 km/h at 12:30.",
    "Node.js/Express is used, e.g. by Booking.com: it works.",
    "Data: the ratio was 3:1 (p < 0.05, q > 2).",
    "費用は1100ユーロである。",
    "می‌خواهم",  # a joiner that joins
    "H₂O at 20 °C costs 1,100 €",
]


@pytest.mark.fault(32)
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_only_said_to_be_one(address):
    shown = masked(f"See {address} for more")
    assert LINK in shown
    assert address not in shown
    assert "evil" not in shown
    assert unlinked(f"See {address} for more") == "See for more"


@pytest.mark.parametrize("text", PROSE)
def test_prose_stays_as_it_is(text):
    assert masked(text) == text
    assert as_words(text, 500) == text


def test_an_address_ends_where_japanese_goes_on():
    assert masked("詳細はhttps://example.org/a/bを参照。") == f"詳細は{LINK}を参照。"


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u202e", "\u2066", "\ufeff", "\u00ad", "\U000e0041", "\x07", "\x1b", "\ud800", "\ue000"]
)
def test_what_nobody_sees_is_gone_and_hides_no_address(hidden):
    assert visible_line(f"ab{hidden}c") == "abc"
    assert masked(f"ht{hidden}tps://evil.example") == LINK


@pytest.mark.fault(32)
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Trees ![x](https://evil.example/a.png) cool.", "Trees cool."),
        ("Trees [cool](https://evil.example) streets.", "Trees cool streets."),
        ("Trees [cool][1] streets [2], [f3, f4].", "Trees cool streets,."),
        ("Trees ![[secret]] and [[note]].", "Trees and note."),
        ("<img src=x onerror=alert(1)>Trees <b>cool</b>.", "Trees cool."),
        ("ht<b>tps://evil.example/x</b> trees", "trees"),
        ("[ht](a)tps://evil.example trees", "trees"),
        ("Trees &lt;b&gt;cool&lt;/b&gt; https&#58;//evil.example/x streets.", "Trees cool streets."),
        ("# Heading", "Heading"),
        ("- **point** one", "point one"),
        ("line one\nline two", "line one line two"),
        ("12. März 2024 trat sie in Kraft.", "12. März 2024 trat sie in Kraft."),
    ],
)
def test_what_a_model_writes_becomes_words(said, words):
    assert as_words(said, 200) == words


def test_long_text_is_cut_at_a_word():
    assert shortened("one two three four", 11) == "one two…"
    assert shortened("x" * 50, 10) == "x" * 9 + "…"
    assert len(as_words("word " * 500, 100)) <= 100


PIECES = st.lists(
    st.one_of(st.text(max_size=12), st.sampled_from([*ADDRESSES, "<b>", "](", "![", "[", "]", "://", ":", "//", "@", "\u200b"])),
    max_size=12,
).map("".join)  # fmt: skip


@given(PIECES)
def test_nothing_that_comes_out_holds_an_address(text):
    for shown in (" ".join(masked(text).replace(LINK, " ").split()), unlinked(text), as_words(text, 400)):
        assert "://" not in shown
        assert unlinked(shown) == shown
    assert "\n" not in masked(text)


@given(PIECES)
def test_cleaning_twice_changes_nothing(text):
    once = as_words(text, 400)
    assert as_words(once, 400) == once
    assert visible_line(visible_line(text)) == visible_line(text)


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("See https://example.org/x for more.", True),
        ("!\\[chart\\](http://127.0.0.1:1/pixel.png?d=S)", True),
        ("Write to me@example.org.", True),
        ("It runs at 30 km/h and/or 5 m/s.", False),
        ("Version 3.11 of Python is faster.", False),
    ],
)
def test_whether_a_text_leads_somewhere(text, leads):
    assert holds_address(text) == leads


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("The tree costs 1 200 euros a year", 17, "The tree costs…"),
        ("The share rose by 12 % in a year", 22, "The share rose by…"),
        ("The share rose by twelve percent", 20, "The share rose by…"),
    ],
)
def test_a_text_is_never_cut_inside_a_number(text, most, cut):
    assert shortened(text, most) == cut


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The name __lazy_import__ is called", "The name __lazy_import__ is called"),
        ("This is __very bold__ indeed", "This is very bold indeed"),
        ("Set -X lazy_imports=<mode> first", "Set -X lazy_imports=‹mode› first"),
        ("A <b>bold</b> word and <script>alert(1)</script>", "A bold word and alert(1)"),
    ],
)
def test_names_of_code_stay_and_markup_goes(text, words):
    assert as_words(text, 200) == words
