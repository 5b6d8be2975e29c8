from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.pages.markup import markup_of, plain, refresh_target, size_of, titles_of, visible_text

HERE = "https://a.example/old/page"


def refresh(content: str) -> str:
    return f'<html><head><META content="{content}" http-equiv="Refresh"></head></html>'


@pytest.mark.fault(28)
@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0;url=https://b.example/new", "https://b.example/new"),
        ("0; URL='../new'", "https://a.example/new"),
        ("5;/new?a=1&amp;b=2", "https://a.example/new?a=1&b=2"),
        ("0, url=//c.example/", "https://c.example/"),
        ("0;url=http://169.254.169.254/", "http://169.254.169.254/"),  # found here, refused by the transport
        ("600;url=/new", None),
        ("5", None),
        ("0;url=page#top", None),
        ("0;url=http://[bad", None),
    ],
)
def test_where_a_page_sends_its_reader(content: str, target: str | None):
    assert refresh_target(refresh(content), HERE) == target


def test_only_what_a_person_sees_is_visible():
    source = (
        "<title>T</title><p>one&amp;two<!-- <b>not</b> --> three<script>x='</p>four'</script><style>p{}</style>"
        "<noscript>five</noscript> six</p><textarea>seven"
    )
    assert visible_text(source) == "one&two three six"


def test_title_and_heading_are_plain_text():
    assert titles_of("<title>A &amp; B</title><h1 class=x>Don’t <b>go</b></h1>") == ("A & B", "Don't go")


@pytest.mark.fault(21)
def test_the_source_is_decoded_as_its_header_or_it_itself_says():
    assert "réservé" in markup_of("<p>réservé</p>".encode("latin-1"), {"content-type": "text/html; charset=ISO-8859-1"})
    assert "réservé" in markup_of("\ufeff<p>réservé</p>".encode("utf-16"), {})
    assert "会員" in markup_of('<meta charset="shift_jis"><p>会員</p>'.encode("shift_jis"), {})


def test_of_a_long_page_the_middle_is_left_out():
    source = markup_of(b"<p>first" + b"x" * 900_000 + b"last", {})
    assert len(source) < 210_000
    assert source.startswith("<p>first")
    assert source.endswith("last")


def test_a_character_that_is_a_word_counts_more():
    assert (size_of("tree"), size_of("街路樹")) == (4, 9)


@given(st.text())
def test_nothing_breaks_it(source: str):
    assert visible_text(source) == plain(visible_text(source)) or "&" in source
    titles_of(source)
    refresh_target(source, HERE)
