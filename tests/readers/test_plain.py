from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers import _assemble
from inquiro.readers.plain import PlainReader

GUIDE = "A notice.\n\nHEAT PUMPS AND NOISE\n\nPublished: 9 May 2018\n\n1. Why this guide\n\nBecause.\n\nPart two\n--------\nText.\n"


def test_a_guide_with_its_headings_title_and_date():
    result = PlainReader().read(GUIDE.encode(), "guide.txt")
    assert (result.title, result.published) == ("HEAT PUMPS AND NOISE", "2018-05-09")
    assert [a.label for a in result.headings] == ["HEAT PUMPS AND NOISE", "1. Why this guide", "Part two"]


def test_list_items_and_sentences_are_no_headings():
    result = PlainReader().read(b"Text.\n\n1. First do this.\n\nNO.\n\n1. one\n2. two\n", "a.txt")
    assert result.headings == ()


def test_a_page_saved_as_text_stays_text():
    assert "<p>" in PlainReader().read(b"<html><p>hello</p>", "page.txt").text


def test_the_cap_cuts_and_says_so(monkeypatch):
    monkeypatch.setattr(_assemble, "MAX_CHARACTERS", 30)
    result = PlainReader().read(GUIDE.encode(), "guide.txt")
    assert len(result.text) == 30
    assert result.flags == ("truncated",)
    assert [a.label for a in result.headings] == []


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.4\n", "is a PDF file, not text"),
        (b"GIF89a", "is a GIF image, not text"),
        (b"", "is empty"),
        (b" \n", "no text"),
    ],
)
def test_what_is_no_text_is_refused(data, reason):
    with pytest.raises(ReadFailed, match=reason):
        PlainReader().read(data, "a.txt")


@pytest.mark.fault(21)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode("utf-8", "ignore"))))
def test_any_bytes_are_read_or_refused(data):
    try:
        result = PlainReader().read(data, "a.txt")
    except ReadFailed:
        return
    assert all(result.text[a.offset : a.offset + len(a.label)] == a.label for a in result.headings)
    assert not set("\x00\r\u200b\ufeff") & set(result.text)
