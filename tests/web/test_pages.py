from __future__ import annotations

from inquiro.runtime.screens import ReviewEntry
from inquiro.web.layout import STYLE_HASH
from inquiro.web.pages import WebPages

PAGES = WebPages()


def test_a_stranger_reads_how_to_get_in_and_nothing_else():
    page = PAGES.closed()
    assert "inquiro serve" in page
    assert "<form" not in page


def test_a_refusal_says_what_was_said():
    page = PAGES.refused(404, "no review <xyz>")
    assert "Not found" in page
    assert "no review &lt;xyz&gt;" in page
    assert "That did not work" in PAGES.refused(418, "tea")


def test_the_pages_are_those_of_the_other_files(proposed, screen):
    assert PAGES.style_hash == STYLE_HASH
    assert "client-discovery: Aldra" in PAGES.reviews([ReviewEntry(proposed.review("r1"), "1 apex")], who="R", csrf="x")
    assert "client-discovery: Aldra" in PAGES.review(screen(), who="R", csrf="x")
