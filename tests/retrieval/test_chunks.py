from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, ReadText
from inquiro.readers import read
from inquiro.retrieval.chunks import LARGEST, TARGET, chunk

TEXTS = st.lists(
    st.sampled_from(
        [
            "A sentence about trees. ",
            "Heading\n",
            "\n\n",
            "- item\n",
            "木は涼しい。",
            "Short. ",
            "x" * 400,
            " ",
            "1. step\n",
            "| a | b |\n",
            "as follows:\n",
            "    code()\n",
        ]
    )
).map("".join)


def plain(text: str, *headings: Anchor) -> ReadText:
    return ReadText(text=text, media_type="text/plain", headings=headings)


def pieces(document: ReadText, target: int = TARGET) -> list[str]:
    return [document.text[start:end] for start, end in chunk(document, target)]


@given(TEXTS, st.integers(50, 1000))
def test_passages_cover_the_text_in_order(text, target):
    at = 0
    for start, end in chunk(plain(text), target):
        assert start >= at
        assert end > start
        assert not text[at:start].strip(" \n-=_*~")
        at = end
    assert not text[at:].strip(" \n-=_*~")


@given(TEXTS)
def test_passages_are_apart_and_bounded(text):
    spans = chunk(plain(text))
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(end - start <= LARGEST + 2 * TARGET for start, end in spans)


def test_a_heading_stays_with_what_follows():
    body = "One sentence here that is long enough. " * 12
    document = read(f"# First\n\n{body}\n\n## Second\n\n{body}\n\n## Third\n\n{body}".encode(), "a.md")
    assert [piece.split("\n")[0] for piece in pieces(document)] == ["First", "Second", "Third"]


def test_a_heading_at_the_end_makes_no_passage_of_its_own():
    body = "One sentence here that is long enough. " * 12
    assert len(pieces(read(f"# First\n\n{body}\n\n## Last".encode(), "a.md"))) == 1


def test_headings_without_marks_are_known_by_their_anchors():
    body = "One sentence here that is long enough. " * 12
    text = f"{body}\n\nSecond part\n\n{body}"
    anchor = Anchor(offset=text.index("Second part"), label="Second part")
    assert [piece.split("\n")[0] for piece in pieces(plain(text, anchor))][1:] == ["Second part"]


def test_a_list_stays_with_the_sentence_that_announces_it():
    body = "One sentence here that is long enough. " * 15
    steps = "\n".join(f"{number}. Turn the valve to mark {number}." for number in range(1, 20))
    document = read(f"{body}\n\nTo bleed the radiator:\n\n{steps}\n\n{body}".encode(), "a.md")
    (piece,) = [one for one in pieces(document) if "Turn the valve" in one]
    assert piece.startswith("To bleed the radiator:")
    assert "mark 19" in piece


def test_a_large_table_is_cut_between_rows():
    rows = "\n".join(f"| number {number} | {number * 7} euros for a year of it |" for number in range(200))
    document = read(f"| plan | price |\n|---|---|\n{rows}".encode(), "a.md")
    cut = pieces(document)
    assert len(cut) > 3
    assert all(one.strip().endswith("|") for one in cut)


def test_a_long_paragraph_is_cut_between_sentences():
    text = " ".join(f"Sentence number {number} is here and says a little." for number in range(60))
    assert all(piece.endswith(".") and piece.startswith("Sentence") for piece in pieces(plain(text)))


def test_nothing_has_no_passages():
    assert chunk(plain("")) == chunk(plain(" \n\n ")) == []
