from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor
from inquiro.retrieval.chunks import chunk
from inquiro.retrieval.sentences import sentences

TEXTS = st.lists(
    st.sampled_from(
        ["A sentence about trees. ", "# Heading\n", "\n\n", "- item\n", "木は涼しい。", "Short. ", "x" * 400, " "]
    )
).map("".join)


@given(TEXTS, st.integers(50, 1000), st.integers(0, 200))
def test_chunks_cover_the_text_on_sentence_boundaries(text, target, overlap):
    spans = chunk(text, target=target, overlap=overlap)
    starts = {start for start, _ in sentences(text)}
    ends = {end for _, end in sentences(text)}
    at = 0
    for start, end in spans:
        assert start in starts
        assert end in ends
        assert not text[at:start].strip()
        assert end > at
        at = end
    assert not text[at:].strip()


@given(TEXTS)
def test_without_overlap_chunks_are_apart_and_bounded(text):
    spans = chunk(text)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    longest = max((end - start for start, end in sentences(text)), default=0)
    assert all(end - start <= 900 + longest + text.count("# Heading") * 10 for start, end in spans)


def test_a_heading_stays_with_what_follows():
    body = "One sentence here that is long enough. " * 12
    text = f"# First\n\n{body}\n\n## Second\n\n{body}\n\n## Third\n\n{body}"
    pieces = [text[start:end] for start, end in chunk(text)]
    assert [piece.split("\n")[0] for piece in pieces] == ["# First", "## Second", "## Third"]


def test_headings_without_marks_are_known_by_their_anchors():
    body = "One sentence here that is long enough. " * 12
    text = f"{body}\n\nSecond part\n\n{body}"
    anchor = Anchor(offset=text.index("Second part"), label="Second part")
    assert len(chunk(text, [anchor])) == 2
    assert text[chunk(text, [anchor])[1][0] :].startswith("Second part")


def test_overlap_repeats_the_last_sentence():
    text = " ".join(f"Sentence number {number} is here." for number in range(20))
    first, second = chunk(text, target=120, overlap=40)[:2]
    assert second[0] < first[1]


def test_nothing_has_no_chunks():
    assert chunk("") == chunk(" \n\n ") == []
