from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.web.markup import Html, joined, link, section, several, tag, text


class Read(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, name, attributes):
        self.elements.append((name, dict(attributes)))

    def handle_data(self, data):
        self.said += data


@given(st.text())
def test_text_stays_text_wherever_it_stands(words):
    words = words.replace("\x00", "").replace("\r", "")
    read = Read(tag("p", words, title=words))
    assert read.elements == [("p", {"title": words})]
    assert read.said == words


def test_what_is_left_out_and_what_has_no_value():
    assert tag("input", value=None, checked=True, disabled=False, maxlength=3) == '<input checked maxlength="3">'
    assert tag("label", "x", for_="y", aria_label="z") == '<label for="y" aria-label="z">x</label>'


def test_markup_is_only_what_was_made_as_markup():
    assert joined([tag("b", "x"), "<b>"]) == "<b>x</b>&lt;b&gt;"
    assert isinstance(text("<"), Html)
    assert text("a\x00b\ud800") == "a\ufffdb\ufffd"


@pytest.mark.parametrize("url", ["https://example.org/a?b=c&d", "http://example.org"])
def test_a_web_page_is_linked_and_learns_nothing(url):
    ((name, attributes),) = Read(link(url, "there")).elements
    assert (name, attributes) == ("a", {"href": url, "rel": "noopener noreferrer"})


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "https://", "http://[", ""],
)
def test_any_other_address_leads_nowhere(url):
    assert link(url, "there") == "<span>there</span>"


def test_nothing_makes_no_empty_list_and_no_empty_section():
    assert several("ul", []) == section("Title", several("ul", [])) == ""
