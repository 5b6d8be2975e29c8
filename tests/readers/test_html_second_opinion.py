from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers.html import HtmlReader

SENTENCES = (
    "The council measured the shade of forty streets over two summers and wrote down every degree.",
    "Lime trees lowered the heat of the paving by twelve degrees, and plane trees by nine.",
    "Residents of the old town asked for benches under the crowns, where it stays cool until evening.",
    "A second round of measurements begins in spring, when the leaves are out and the sensors are back.",
    "Nobody expects the figures to change much, said the engineer who set up the first of the stations.",
)
STORY = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES * 2)
TEASER = "Bakers in the harbour quarter raise the price of rolls for a third time"
TEASERS = "".join(
    f"<div><div><a href=/{n}>{TEASER}</a></div><div>And what the guild has to say about flour number {n}.</div></div>"
    for n in range(6)
)


def read(inside: str, head: str = "") -> str:
    page = f"<html><head><title>Shade</title>{head}</head><body><div><h1>Shade in the city</h1>{inside}</div></body></html>"
    result = HtmlReader().read(page.encode(), "page.html")
    assert all(result.text[a.offset : a.offset + len(a.label)] == a.label for a in result.headings)
    assert all(result.text[b.start : b.end].strip() for b in result.blocks)
    return result.text


def test_teasers_that_no_name_gives_away_go():
    text = read(f"<div>{STORY}</div><div>{TEASERS}</div>")
    assert all(sentence in text for sentence in SENTENCES)
    assert "guild" not in text
    assert text.startswith("Shade in the city")


@pytest.mark.parametrize(
    "kept",
    [
        "<ul><li>lime</li><li>plane</li></ul>",
        "<table><tr><th>Tree</th><th>Drop</th></tr><tr><td>lime</td><td>12</td></tr></table>",
        "<dl><dt>lime</dt><dd>twelve degrees</dd></dl>",
        "<p>Three kinds were planted:</p><ul><li><a href=#l>lime</a></li><li><a href=#p>plane</a></li></ul>",
        "<section><h2>Trees</h2><p>Mostly lime.</p></section>",
        '<div class="note"><p>Readings of lime trees taken in rain were left out of all of the tables below.</p></div>',
    ],
)
def test_lists_tables_definitions_sections_and_notes_stay(kept):
    assert "lime" in read(f"{STORY}{kept}{STORY}").replace("Lime", "").lower()


@pytest.mark.parametrize("head", ['<meta name="generator" content="Docutils 0.20">', ""])
def test_documentation_is_not_put_to_the_other_reader(head):
    code = "" if head else "<pre>x = 1</pre>"
    assert "guild" in read(f"<div>{STORY}{code}</div><div>{TEASERS}</div>", head)


def test_pages_with_too_many_tags_are_not_put_to_it_either():
    assert "guild" in read(f"<div>{STORY}{'<i></i>' * 6000}</div><div>{TEASERS}</div>")


def test_an_article_that_our_reader_takes_for_furniture_is_read():
    other = "<p>" + "We look back on what was said at this place a year ago, and on who said it. " * 9 + "</p>"
    text = read(f'<div id="content_print">{STORY}</div><div class="comments">{other * 2}</div>')
    assert all(sentence in text for sentence in SENTENCES)


PIECES = st.sampled_from(
    (
        *(f"<{tag}>" for tag in "p div ul li table tr td h2 pre blockquote figure a section br b".split()),
        *(f"</{tag}>" for tag in "p div ul li table tr td h2 pre blockquote figure a section b".split()),
        *(f"<p>{sentence}</p>" for sentence in SENTENCES),
        *SENTENCES,
        "short",
        "a lead-in:",
    )
)


@settings(deadline=None)
@given(st.lists(PIECES, min_size=5, max_size=40).map("".join))
def test_any_soup_keeps_exact_positions(soup):
    try:
        assert read(STORY + soup)
    except ReadFailed:
        pytest.fail("the story was lost")
