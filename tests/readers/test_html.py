from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers.html import HtmlReader

PAGE = """<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><title>Trees cool streets | Courier</title>
<meta name="Author" content="Ann Lee"><meta property="article:published_time" content="2022-07-16T08:00:00Z">
<style>p {{}}</style><script>var x = "script text";</script></head><body>
<header><div>Courier</div><nav><ul><li><a href=/>Home</a></li></ul></nav></header>
<main><article><header><h1>Trees  cool&nbsp;streets</h1><p>By Ann Lee</p></header>
<p>Paving was <b>12&nbsp;°C</b>
   cooler.<!-- a comment --></p><p hidden>hidden words</p><p style="display: none">unseen words</p>
<h2>Method</h2><ul><li>three streets</li><li><p>eleven days</p></li></ul>
<table><tr><th>Street</th><th>Drop</th></tr><tr><td>Mill<br>Street</td><td>8 °C</td></tr></table>
<pre>a = 1
  b = 2</pre></article>{filler}</main>
<aside>Related stories</aside><footer>Imprint</footer></body></html>"""
FILLER = "<p>" + "A sentence about trees in the city. " * 8 + "</p>"


def read(html: str):
    return HtmlReader().read(html.encode(), "page.html")


def test_an_article_comes_out_whole_and_alone():
    result = read(PAGE.format(filler=FILLER))
    assert result.text.startswith(
        "Trees cool streets\n\nBy Ann Lee\n\nPaving was 12 °C cooler.\n\nMethod\n\n- three streets\n- eleven days\n\n"
        "Street | Drop\nMill Street | 8 °C\n\na = 1\n  b = 2\n\nA sentence about trees"
    )
    for unwanted in ("Home", "Related", "Imprint", "script", "hidden", "unseen", "comment", "Courier"):
        assert unwanted not in result.text


def test_what_the_page_says_about_itself():
    result = read(PAGE.format(filler=FILLER))
    assert (result.title, result.author, result.published, result.language) == (
        "Trees cool streets",
        "Ann Lee",
        "2022-07-16",
        "en-GB",
    )
    assert [(a.label, result.text[a.offset : a.offset + len(a.label)]) for a in result.headings] == [
        ("Trees cool streets", "Trees cool streets"),
        ("Method", "Method"),
    ]


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ('<meta name="DC.Date" content="2020-05">', "2020-05"),
        ('<script type="application/ld+json">{"datePublished": "2019-02-03T00:00"}</script>', "2019-02-03"),
        ("", "2018-01-02"),
    ],
)
def test_where_dates_hide(head, published):
    html = f'<html><head>{head}</head><body><p>Words.</p><time datetime="2018-01-02">then</time></body></html>'
    assert read(html).published == published


def test_titles_fall_back_to_open_graph_and_heading():
    assert read('<meta property="og:title" content="From meta"><p>x</p>').title == "From meta"
    assert read("<body><h1>From <i>heading</i></h1><p>x</p>").title == "From heading"
    lower = "<body><h2>Lower heading \uf0c1</h2><p>x</p><table><tr><td>One cell</td><td>Another cell</td></tr></table>"
    assert read(lower).title == "Lower heading"


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ('<title>Shade | Courier</title><meta property="og:site_name" content="Courier">', "Shade"),
        ('<title>Courier - Shade</title><meta property="og:site_name" content="Courier">', "Shade"),
        ('<title>A long shade - Courier</title><meta property="og:title" content="A long shade">', "A long shade"),
        ("<title>The shade of forty streets » Courier</title>", "The shade of forty streets"),
        ("<title>Heat - and what to do</title>", "Heat - and what to do"),
        (
            "<title>Forty trees planted in this street | The shade of forty streets</title>",
            "Forty trees planted in this street | The shade of forty streets",
        ),
    ],
)
def test_the_name_of_the_site_goes_from_the_title_where_it_is_clear(head, title):
    assert read(f"<head>{head}</head><body><h1>The shade of forty streets</h1><p>x</p></body>").title == title


@pytest.mark.parametrize(
    "headings",
    [
        '<h1 class="menu-title">The Rust Programming Language</h1><h1 id="x">What Is Ownership?</h1>',
        '<h1 class="site-title"><a href="/">The Rust Programming Language</a></h1><h2>What is Ownership?</h2>',
        "<h1>The Rust Programming Language</h1><h1>What Is Ownership?</h1>",
    ],
)
def test_a_banner_that_names_the_site_is_not_the_title(headings):
    head = "<title>What is Ownership? - The Rust Programming Language</title>"
    title = read(f"<head>{head}</head><body>{headings}<p>x</p></body>").title
    assert title.startswith("What is Ownership?")


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ("Published: 4 March 2020", "2020-03-04"),
        ("Veröffentlicht am 4. März 2020", "2020-03-04"),
        ("Publié le 4 mars 2020", "2020-03-04"),
        ("Publicado el 4 de marzo de 2020", "2020-03-04"),
        ("Pubblicato il 4 marzo 2020", "2020-03-04"),
        ("Publicado em 4 de março de 2020", "2020-03-04"),
        ("Gepubliceerd op 4 maart 2020", "2020-03-04"),
        ("公開日：2020年3月4日", "2020-03-04"),
    ],
)
def test_dates_that_only_furniture_shows_are_found(line, published):
    result = read(f'<body><h1>Shade</h1><div class="entry-meta">{line}</div><p>Words.</p></body>')
    assert (result.published, line in result.text) == (published, False)


def test_authors_in_json_and_in_bylines():
    json = '<script type="application/ld+json">{"author": [{"@type": "Person", "name": "Ann Lee"}]}</script>'
    assert read(f"<head>{json}</head><body><p>x</p></body>").author == "Ann Lee"
    assert read('<body><h1>Shade</h1><div class="post-meta">By Ann Lee</div><p>x</p></body>').author == "Ann Lee"


def test_an_empty_main_part_does_not_hide_the_body():
    result = read(f"<body><main><p>Loading</p></main><div>{FILLER}</div></body>")
    assert "A sentence about trees" in result.text


def test_a_teaser_is_not_the_article():
    result = read(f"<body><article><p>Teaser.</p></article><article><p>Other.</p></article>{FILLER}</body>")
    assert "Teaser." in result.text
    assert "A sentence about trees" in result.text


def test_a_page_that_is_all_furniture_is_still_read():
    assert read("<body><nav><p>The only words</p></nav></body>").text == "The only words"


def test_menus_go_and_lists_of_statements_stay():
    menu = "<ul>" + "<li><a href=#>Item</a></li>" * 4 + "</ul>"
    facts = "<ul>" + "<li>Tree number one <a href=#>grew</a> by two metres.</li>" * 4 + "</ul>"
    assert read(f"<body>{menu}{facts}</body>").text == "\n".join(["- Tree number one grew by two metres."] * 4)


def test_powers_keep_their_height_and_footnote_marks_go():
    assert (
        read("<p>10<sup>5</sup> m<sup>2</sup> of CO<sub>2</sub><sup><a href=#f>7</a></sup>.</p>").text
        == "10⁵ m² of CO2."
    )


def test_a_layout_table_is_no_table():
    assert read("<table><tr><td><h1>Head</h1><p>One.</p><p>Two.</p></td></tr></table>").text == "Head\n\nOne.\n\nTwo."


@pytest.mark.fault(21)
def test_declared_charsets():
    page = '<html><head><meta charset="windows-1251"></head><body><p>Привет</p></body></html>'
    assert HtmlReader().read(page.encode("windows-1251"), "a.html").text == "Привет"


@pytest.mark.fault(35)
def test_invisible_characters_written_as_entities_go():
    result = read("<p>pay&#8203;ment &#x202E;now</p>")
    assert (result.text, result.flags) == ("payment now", ("invisible characters removed",))


@pytest.mark.fault(22)
@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"%PDF-1.4", bytes(64), b""])
def test_other_bytes_are_refused(data):
    with pytest.raises(ReadFailed):
        HtmlReader().read(data, "a.html")


def test_deep_nesting_is_no_problem():
    assert read("<div>" * 3000 + "deep").text == "deep"


TAGS = [
    "p",
    "div",
    "h1",
    "h2",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "b",
    "pre",
    "main",
    "article",
    "header",
    "nav",
    "sup",
    "br",
    "a",
]
PIECES = st.one_of(
    st.sampled_from(
        [*(f"<{tag}>" for tag in TAGS), *(f"</{tag}>" for tag in TAGS), "<p hidden>", "&#0;", "&shy;", "\n"]
    ),
    st.text(max_size=6),
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_soup_gives_valid_offsets_or_a_refusal(soup):
    try:
        result = HtmlReader().read(soup.encode("utf-8", "ignore"), "soup.html")
    except ReadFailed:
        return
    assert result.text == result.text.strip()
    assert not set("\x00\r\u200b\u00ad") & set(result.text)
    assert all(result.text[a.offset : a.offset + len(a.label)] == a.label for a in result.headings)


PROSE = "<p>" + "The council measured the shade of forty streets over two summers. " * 12 + "</p>"


def article(inside: str, around: str = "") -> str:
    return read(f"<body><article><h1>Shade</h1>{PROSE}{inside}{PROSE.upper()}</article>{around}</body>").text


BIOGRAPHY = "<p>has written on gardens and on law for thirty years, and lives in a small town by the sea.</p>"


def test_a_box_on_the_author_is_no_content_but_a_section_on_authors_is():
    boxed = article(f"<div class=box><div class=header>AUTHOR</div><h3>Dr. Ada Lund</h3>{BIOGRAPHY}</div>")
    assert "gardens" not in boxed
    assert "Ada Lund" not in boxed
    assert "gardens" in article(f"<section><h2>Author</h2>{BIOGRAPHY}</section>")


@pytest.mark.parametrize(
    "furniture",
    [
        '<div class="c_sharebar_cntr">UNWANTED</div>',
        '<div class="articleNewsletterBox"><p>UNWANTED</p></div>',
        '<div id="related_posts"><p>UNWANTED</p></div>',
        '<section class="comments-area"><p>UNWANTED</p></section>',
        '<div class="post__author-bio">UNWANTED</div>',
        "<div><h3>You may also like</h3><p>UNWANTED</p></div>",
        "<div><h3>Auch interessant:</h3><ul><li><a href=#>UNWANTED</a></li></ul></div>",
        "<h4>相关阅读</h4><ul><li><a href=#>UNWANTED</a></li></ul>",
        "<p><a href=#>Lesen Sie hier einen weiteren Beitrag UNWANTED</a></p>",
        '<span class="screen-reader-text">UNWANTED</span>',
    ],
)
def test_boxes_inside_an_article_go(furniture):
    assert "UNWANTED" not in article(furniture)


@pytest.mark.parametrize(
    "content",
    [
        '<section id="cookies"><h2>Cookies</h2><p>WANTED</p></section>',
        '<div class="section" id="comments"><h2>2.1.3 Comments</h2><p>WANTED</p></div>',
        '<div class="code-toolbar"><pre>WANTED = 1</pre></div>',
        "<section><h2>Subscribe</h2><pre>client.subscribe(WANTED)</pre></section>",
        '<aside class="admonition warning"><p>WANTED, which is a warning that belongs to the text.</p></aside>',
        "<h2>Related work</h2><p>WANTED</p>",
        "<h2>Recommended dosage</h2><table><tr><td>Adults</td><td>WANTED</td></tr></table>",
        "<ul><li><a href=#>WANTED</a></li><li><a href=#>two</a></li><li><a href=#>three</a></li></ul>",
        '<div class="TestReport__Section--Ads"><p>WANTED</p></div>',
        "<p>Sponsored by Senator WANTED</p>",
        '<dl><dt id="share">share(WANTED)</dt><dd>Shares.</dd></dl>',
    ],
)
def test_documentation_and_law_stay(content):
    assert "WANTED" in article(content)


def test_a_name_that_stands_over_much_of_the_prose_says_nothing():
    parts = "".join(f'<div class="paywall-promo">{PROSE}</div>' for _ in range(5))
    assert article(parts).count("forty streets") == 6 * 12


def test_names_that_would_cut_half_of_an_article_are_not_believed():
    names = ("promo", "teaser", "widget", "sponsored", "sidebar")
    assert article("".join(f'<div class="{name}">{PROSE}</div>' for name in names)).count("forty streets") == 6 * 12


def test_a_consent_dialog_with_more_words_than_the_page_goes():
    dialog = '<div class="cmpboxWelcomeGDPR">' + "<p>We and our 2202 partners store things. </p>" * 90 + "</div>"
    assert "partners" not in article("", dialog)


def test_a_page_that_is_a_discussion_is_read():
    said = f'<div class="timeline-comment">{PROSE}</div>'
    assert read(f"<body><h1>Issue 7</h1>{said * 5}</body>").text.count("forty streets") == 5 * 12


def test_short_texts_in_scripts_without_spaces_are_prose():
    page = f"<body><div><ul><li>{'导航 ' * 4}</li></ul></div><div class=article><p>{'树木使街道凉爽。' * 3}</p></div></body>"
    assert read(page).text == "树木使街道凉爽。" * 3


@pytest.mark.parametrize(
    "nested",
    [
        lambda depth: "<div>" * depth + "deep",
        lambda depth: '<div class="widget">' * depth + PROSE,
        lambda depth: "<ul><li>" * depth + "deep",
        lambda depth: "<table><tr><td>" * depth + "deep",
        lambda depth: "<header>" * depth + "deep",
        lambda depth: "<p>x" + "<sup>" * depth + "2",
        lambda depth: "<h2>t</h2><div>" * depth + PROSE,
    ],
    ids=["div", "widget", "list", "table", "header", "sup", "lead"],
)
def test_work_grows_with_the_size_and_not_with_the_depth(nested):
    """Counted in calls, because clocks on a shared machine say little; what the first page loads does not count."""
    read(nested(600))
    assert calls(nested(1200)) < 2.3 * calls(nested(600))


def calls(html: str) -> int:
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read(html)
    finally:
        sys.setprofile(before)
    return counted


def blocks_of(body: str):
    result = HtmlReader().read(f"<html><body><main>{body}</main></body></html>".encode(), "a.html")
    return result, [(block.kind, result.text[block.start : block.end]) for block in result.blocks]


def test_lists_count_nest_and_keep_their_paragraphs():
    _, blocks = blocks_of(
        "<p>Do this:</p><ol start=3><li>Open it.</li><li>Run:<pre>make</pre></li><li>Close it.</li></ol>"
        "<ul><li>one<ul><li>inner</li></ul></li><li><p>two</p><p>more</p></li></ul>"
    )
    assert blocks == [
        ("paragraph", "Do this:"),
        ("steps", "3. Open it.\n4. Run:\n\nmake\n\n5. Close it."),
        ("list", "- one\n  - inner\n- two\n\n  more"),
    ]


def test_tables_know_what_heads_their_columns():
    result, blocks = blocks_of(
        "<table><caption>Fees</caption><tr><th>Level<th>Fee</tr><tr><td>Supporter<td>$50</tr></table>"
        "<p>Words.</p><table><tr><th>Name<td>Ann</tr><tr><th>Town<td>Varnholt</tr></table>"
    )
    assert [kind for kind, _ in blocks] == ["caption", "table", "paragraph", "table"]
    assert [block.header for block in result.blocks if block.kind == "table"] == [("Level", "Fee"), ()]
    assert [len(block.parts) for block in result.blocks if block.kind == "table"] == [1, 2]


def test_definitions_captions_and_quotations():
    _, blocks = blocks_of(
        "<dl><dt>Tree<dd>A plant.<dt>Bush<dd>Another.</dl><figure><figcaption>A tree</figcaption></figure>"
        "<blockquote><p>So he said.</p></blockquote>"
    )
    assert blocks == [
        ("definition", "Tree\nA plant.\n\nBush\nAnother."),
        ("caption", "A tree"),
        ("quote", "So he said."),
    ]


def test_headings_have_levels_and_no_pilcrow():
    result, _ = blocks_of('<h1>Trees<a href="#t">¶</a></h1><p>Words.</p><h3>Roots</h3><p>More.</p>')
    assert [(anchor.label, anchor.level) for anchor in result.headings] == [("Trees", 1), ("Roots", 3)]
