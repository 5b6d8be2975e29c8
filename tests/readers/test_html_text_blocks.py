from __future__ import annotations

import pytest

from inquiro.readers._html_text_blocks import drop_bare_headings, text_blocks
from inquiro.readers._html_tree import Part, part_of
from inquiro.readers.html import HtmlReader

STORY = "".join(
    f"<p>The council measured the shade of street number {n} over two summers and wrote down every degree.</p>"
    for n in range(8)
)


def parts(html: str) -> Part:
    from resiliparse.parse.html import HTMLTree

    return part_of(HTMLTree.parse(f"<body>{html}</body>").body)


def read(inside: str) -> str:
    page = f"<html><head><title>Shade</title></head><body><main><h1>Shade</h1>{inside}</main></body></html>"
    return HtmlReader().read(page.encode(), "page.html").text


def test_a_block_holds_its_own_words_and_not_those_of_blocks_further_in():
    texts = [block.text for block in text_blocks(parts("<div>one <b>two</b><p>three</p> four</div><p>five</p>"))]
    assert texts == ["one two four", "three", "five"]


def test_a_line_break_parts_words():
    assert [block.text for block in text_blocks(parts("<p>Warm-up<br>Contest</p>"))] == ["Warm-up Contest"]


def test_blocks_end_where_they_are_told_to():
    body = parts("<h1>one</h1><div><p>two</p></div><div id=main><p>three</p></div><p>four</p>")
    main = next(part for part in body.children if part.anchor == "main")
    assert [block.text for block in text_blocks(body, until=main)] == ["one", "two"]


def test_code_is_a_block_on_demand():
    body = parts("<p>one</p><pre>two = 2</pre>")
    assert [len([*text_blocks(body, code=wish)]) for wish in (False, True)] == [1, 2]


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<h1>title</h1><h2>box</h2><nav>gone</nav><h2>next</h2><p>text</p>", "title next text"),
        ("<h1>title</h1><p>text</p><h3>box</h3><nav>gone</nav>", "title text"),
        ("<h1>title</h1><h2>part</h2><nav>gone</nav><h3>section</h3><p>text</p>", "title part section text"),
        ("<h1>title</h1><h2>part</h2><h3>box</h3><nav>gone</nav><h2>next</h2><p>text</p>", "title next text"),
        ("<h2>title</h2><nav>gone</nav><h2>next</h2><p>text</p>", "title next text"),
        ("<h1>title</h1><h2>empty</h2><h2>next</h2><p>text</p>", "title empty next text"),
        ("<h1>title</h1><h2>code</h2><nav>gone</nav><pre>x</pre><h2>next</h2><p>text</p>", "title code next text"),
    ],
)
def test_headings_go_with_all_that_stood_under_them(html, left):
    body = parts(html)
    for part in body.children:
        part.dropped = part.tag == "nav"
    drop_bare_headings([body])
    assert " ".join(block.text for block in text_blocks(body)) == left


def test_the_heading_of_a_dropped_box_is_not_read():
    links = "".join(f"<li><a href=/{n}>A page of its own about number {n}</a></li>" for n in range(4))
    text = read(f'{STORY}<h3>From our shelves</h3><div class="related"><ul>{links}</ul></div><h3>Method</h3>{STORY}')
    assert "shelves" not in text
    assert "Method" in text
