from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.index.passages import LONGEST, TARGET, passages_of

PARTS = st.lists(
    st.sampled_from(
        ["word ", "Sentence one. ", "\n", "\n\n", "## Heading\n", "- item\n", "字" * 40, "x" * 700, "  \n"]
    ),
    max_size=60,
)


@given(PARTS.map("".join), st.data())
def test_passages_hold_every_word_once_and_in_order(text, data):
    starts = [at for at in range(len(text)) if text.startswith("## ", at)]
    headings = data.draw(st.lists(st.sampled_from(starts), unique=True).map(sorted)) if starts else []
    spans = passages_of(text, headings)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())
    assert all(a < b for a, b in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(b - a <= LONGEST for a, b in spans)


def test_a_heading_begins_a_passage_once_there_is_enough_above():
    enough = "word " * 99 + "word"
    text = f"{enough}\n\n## Next\n\nMore."
    assert [text[a:b] for a, b in passages_of(text, [text.index("##")])] == [enough, "## Next\n\nMore."]
    short = "Few words.\n\n## Next\n\nMore."
    assert len(passages_of(short, [short.index("##")])) == 1


def test_a_long_paragraph_is_cut_after_a_sentence():
    text = "This is a sentence of some length that says little. " * 60
    spans = passages_of(text, [])
    assert len(spans) > 2
    assert all(text[a:b].rstrip().endswith(".") and b - a <= LONGEST for a, b in spans)
    assert all(b - a > TARGET // 3 for a, b in spans[:-1])


def test_a_text_without_words_has_no_passages():
    assert passages_of(" \n\n ", []) == []
