from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, ReadText
from inquiro.index.documents import State
from inquiro.index.text import HEADED, NAMED, entry_of, indexed_text, said

STATE = State(1, 2, "abc", "")


def anchors(*given):
    return tuple(Anchor(offset=offset, label=label, level=level) for offset, label, level in given)


def test_a_word_counts_by_where_it_stands():
    body = "Methods\n\nPlots\n\nAn oak stood there."
    headings = anchors((0, "Methods", 1), (9, "Plots", 2))
    content = ReadText(text=body, media_type="text/plain", title="Shade of elms", headings=headings)
    (counts,) = entry_of("reports/elm-0042.txt", STATE, content).terms
    assert counts["oak"] == 1
    assert counts["method"] == counts["plot"] == 1 + HEADED
    assert counts["shad"] == counts["42"] == NAMED
    assert counts["elm"] == 2 * NAMED


def test_a_text_without_a_word_is_said():
    entry = entry_of("a.txt", STATE, ReadText(text=" \n", media_type="text/plain"))
    assert (entry.state.reason, entry.content, len(entry.terms)) == ("holds no text", None, 0)


@given(st.text(max_size=3_000), st.text(max_size=40))
def test_what_is_stored_comes_back_and_every_passage_is_said_with_what_it_is_about(text, title):
    content = ReadText(text=text, media_type="text/plain", title=title)
    entry = entry_of("a.txt", STATE, content)
    if entry.content is None:
        assert not text.strip()
        return
    back = indexed_text(entry.content)
    assert back.content == content
    assert len(back.passages) == len(entry.terms) == len(entry.digests)
    told = said(entry.content, range(len(back.passages)))
    assert told == [f"{title}\n{text[start:end]}" for start, end in back.passages]
