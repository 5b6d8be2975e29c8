"""HTML with what citations are made of."""

from __future__ import annotations

import pytest

from inquiro.readers import read

PAGE = """<html><head><title>On trees</title></head><body><nav><a href="/">Home</a></nav><main><h1>Trees</h1>
<p>Trees cool by 8&nbsp;°C <a href="#r1">[1]</a>. See <a href="/study">the study</a>.<sup><a href="#n2">2</a></sup> It is
10<sup>5</sup> m<sup>2</sup> wide.</p><blockquote><p>Quoted words</p></blockquote><table><tr><td>a</td><td>b</td></tr></table>
</main><footer class="footnotes"><ol><li id="r1">Smith (2019). <a href="https://doi.org/10.1/x">Trees</a> <a href="#b">↩</a></li>
<li id="n2"><a href="https://a.example/y">https://a.example/y</a></li></ol></footer><div class="cookie-banner">Accept</div></body></html>"""


def text(page: str, name: str = "https://a.example/dir/page") -> str:
    return read(page.encode(), name, "text/html+links").text


def test_marks_links_lists_and_notes_are_kept():
    found = text(PAGE)
    assert "Trees cool by 8 °C [1]. See [the study](https://a.example/study).[2]" in found
    assert "10⁵ m² wide" in found
    assert "# Trees" in found
    assert "> Quoted words" in found
    assert "1. Smith (2019). [Trees](https://doi.org/10.1/x)" in found
    assert "2. <https://a.example/y>" in found
    assert "Home" not in found
    assert "Accept" not in found
    assert read(PAGE.encode(), "x", "text/html+links").title == "On trees"


@pytest.mark.parametrize(
    "page", ["<div>" * 5_000 + "deep", "<p>a<a href='javascript:alert(1)'>x</a>", "<a href='(('>y</a>"]
)
def test_nothing_breaks_it(page):
    assert "javascript" not in text(page, "page.html")
