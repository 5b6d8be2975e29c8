from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers._pdf_lines import (
    Line,
    Paragraph,
    gap_between,
    joined,
    paragraphs,
    setting_of,
    without_running_lines,
)


def lines(*texts: str, size: float = 10, start: float = 700, width: float = 5) -> list[Line]:
    return [Line(t, 50, 50 + width * len(t), start - 12 * i, size) for i, t in enumerate(texts)]


def texts(page: list[Line]) -> list[str]:
    return [p.text for p in paragraphs(page, setting_of(page))]


def test_full_lines_flow_and_a_short_one_ends_the_paragraph():
    page = lines(
        "The trees of the old harbour street were",
        "measured in July.",
        "A second paragraph starts on this line",
        "and ends.",
    )
    assert texts(page) == [
        "The trees of the old harbour street were measured in July.",
        "A second paragraph starts on this line and ends.",
    ]


def test_a_gap_a_size_and_a_list_mark_break():
    title = Line("Title", 50, 90, 730, 16)
    body = lines(
        "one line that is long enough to fill", "• an item that is long enough to fill", "its line and goes on"
    )
    far = Line("far below and long enough to fill too", 50, 230, 600, 10)
    assert texts([title, *body, far]) == [
        "Title",
        "one line that is long enough to fill",
        "- an item that is long enough to fill its line and goes on",
        "far below and long enough to fill too",
    ]


def test_a_sentence_flows_into_the_next_column():
    page = [*lines("left column ends with an open"), Line("sentence here.", 300, 370, 720, 10)]
    assert texts(page) == ["left column ends with an open sentence here."]


@pytest.mark.parametrize(
    ("first", "second", "words", "whole"),
    [
        ("the tempera", "ture was", frozenset(), "the temperature was"),
        ("in well", "known cities", frozenset(), "in well-known cities"),
        ("per passenger", "kilometre", frozenset({"passenger-kilometre"}), "per passenger-kilometre"),
        ("in Brenmoor", "Portavel", frozenset(), "in Brenmoor-Portavel"),
        ("the street", "tree plan", frozenset({"street", "tree"}), "the street-tree plan"),
    ],
)
def test_line_end_hyphens(first, second, words, whole):
    assert joined([(first, True), (second, False)], words) == whole


def test_page_numbers_go_and_a_repeated_title_stays_once():
    pages = [
        [*lines("Annual report", f"Text of page {word}"), Line(str(n), 50, 55, 40, 10)]
        for n, word in enumerate("abc", 1)
    ]
    kept = without_running_lines(pages)
    assert [[line.text for line in page] for page in kept] == [
        ["Annual report", "Text of page a"],
        ["Text of page b"],
        ["Text of page c"],
    ]


def test_a_single_page_keeps_its_edges():
    assert without_running_lines([lines("7", "text", "8")]) == [lines("7", "text", "8")]


def test_gaps_between_paragraphs():
    text, item, head = Paragraph("goes on"), Paragraph("- a", dense=True), Paragraph("Head", heading=True)
    assert gap_between(Paragraph("which"), text, new_page=True) == " "
    assert gap_between(Paragraph("which"), text, new_page=False) == "\n\n"
    assert gap_between(Paragraph("Ends."), text, new_page=True) == "\n\n"
    assert gap_between(item, item, new_page=False) == "\n"
    assert gap_between(head, text, new_page=True) == gap_between(None, text, new_page=True) == "\n\n"


LINE = st.builds(
    Line,
    st.text(alphabet="abc .•-", min_size=1),
    st.floats(0, 500),
    st.floats(0, 600),
    st.floats(0, 800),
    st.floats(0, 40),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(LINE, max_size=12))
def test_no_letter_is_lost_whatever_the_layout(page):
    out = "".join(texts(page))
    assert [c for c in out if c.isalpha()] == [c for line in page for c in line.text if c.isalpha()]
