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


INTRODUCTION = "What shade is worth on a hot day, and why two summers of measuring changed the plans of a whole town."


@pytest.mark.parametrize("name", ["standfirst", "article-lead", "ce_articleIntro"])
def test_an_introduction_between_title_and_text_is_read(name):
    text = read(f'<div class="{name}"><p>{INTRODUCTION}</p></div><div class="article-body">{STORY}</div>')
    assert text.index("Shade in the city") < text.index(INTRODUCTION) < text.index(SENTENCES[0])
    assert text.count(INTRODUCTION) == 1


def test_a_caption_between_title_and_text_is_no_introduction():
    figure = f"<figure><figcaption><p class=lead>{INTRODUCTION}</p></figcaption></figure>"
    assert INTRODUCTION not in read(f'{figure}<div class="article-body">{STORY}</div>')


def test_a_box_of_links_before_the_text_goes_with_its_lead_in():
    links = "".join(f"<li><a href=/{n}>{TEASER} number {n}</a></li>" for n in range(6))
    lead_in = "This piece comes from the July issue, which has been on sale at every kiosk of the country since Monday:"
    box = f"<div><div>{lead_in}</div><ul>{links}</ul></div>"
    assert "kiosk" not in read(f"<div><h2>July</h2>{box}{STORY}</div>")


def test_an_item_with_a_link_stays_among_its_steps():
    steps = "".join(f"<li>Step {n}: measure the paving before noon</li>" for n in range(1, 7))
    linked = "<li>Step 7: <a href=#x>write every degree down in the book</a></li>"
    assert "write every degree down in the book" in read(f"{STORY}<ul>{steps}{linked}</ul>")


def test_steps_after_the_text_stay():
    steps = "".join(f"<li>turn left after tree {n}</li>" for n in range(1, 7))
    assert "turn left after tree 6" in read(f"<div>{STORY}</div><div><div><ul>{steps}</ul></div></div>")


def test_a_paragraph_in_a_span_is_read_whatever_the_span_is_called():
    said = " ".join(SENTENCES)
    assert said in read(f'<p><span class="_reaction_contentTags">{said}</span></p>{STORY}')


def test_other_posts_go_where_name_and_heading_agree():
    posts = "".join(f"<article><p>{sentence} Another day, another street.</p></article>" for sentence in SENTENCES)
    text = read(f'<div>{STORY}</div><div id="related_posts"><h3>Related Posts</h3>{posts}</div>')
    assert "Another day" not in text


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
