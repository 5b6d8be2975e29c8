from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.retrieval.snippets import LONGEST, snippet


def test_it_begins_with_the_sentence_that_answers():
    text = "# Trees\n\nNothing of note stands here at all. Oaks lowered the temperature by two degrees. More."
    assert snippet(text, ["temperatur", "degre"]) == "Oaks lowered the temperature by two degrees. More."


@given(st.text(), st.lists(st.text()))
def test_it_is_short_and_on_one_line(text, query):
    found = snippet(text, query)
    assert len(found) <= LONGEST
    assert "\n" not in found


def test_long_text_is_cut_between_words():
    assert snippet("word " * 200, []).endswith("word…")
