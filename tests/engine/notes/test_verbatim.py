from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.notes.verbatim import LONGEST, OwnWords, cut

NOTE = """# Heat pumps
The **heat pump** may make at most
35 dB at night. Propane units cost more.
- KfW pays up to 70 % of the cost.
"""


def test_quoted_words_are_found_through_markup_and_line_breaks_as_whole_sentences():
    own = OwnWords(NOTE)
    assert own.nearest("at most 35 dB at night", "noise") == "The **heat pump** may make at most\n35 dB at night."
    assert own.nearest("KfW pays up to 70 % of the cost", "") == "KfW pays up to 70 % of the cost."


def test_retold_words_lead_to_the_sentence_that_shares_most():
    own = OwnWords(NOTE)
    assert own.nearest("According to the note, propane units are more costly.", "x") == "Propane units cost more."
    assert own.nearest("", "KfW cost") == "KfW pays up to 70 % of the cost."
    assert own.nearest("Submarines dive deeply.", "submarine depth") == ""


def test_a_long_passage_is_cut_where_a_word_ends():
    text = "word " * 200
    assert cut(text, 0, len(text)) == ("word " * 80).strip()
    assert len(cut("x" * 900, 0, 900)) == LONGEST


def test_the_marks_at_its_ends_belong_to_it():
    text = "Before. [[Loss aversion|Losses]] loom, see [the rule](https://example.org/a b)."
    start, end = text.index("Losses"), text.index("the rule") + len("the rule")
    assert cut(text, start, end) == text[len("Before. ") :]
    text = "最初の文。街路樹は通りを冷やす。最後の文。"
    assert cut(text, 5, 16) == "街路樹は通りを冷やす。"


@given(st.text(max_size=200), st.text(max_size=80), st.text(max_size=30))
def test_it_is_always_a_slice_of_the_note(note, context, topic):
    found = OwnWords(note).nearest(context, topic)
    assert found in note
    assert len(found) <= LONGEST
