from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import check
from inquiro.engine.checking.evidence import CHOSEN, FEW, grounds, near, read
from inquiro.text.typography import flattened

FILLER = [f"Filler number {n} tells of nothing." for n in range(200)]


def page(*lines: str, at: int = 100) -> str:
    return "\n\n".join([*FILLER[:at], *lines, *FILLER[at:]])


def test_of_a_few_sentences_all_count_and_of_many_the_nearest_with_what_stands_around_them():
    few = read("One tree.\n\nTwo cars.")
    assert len(near({"bridge": 1.0}, [few])) == 2
    found = near({"bridg": 1.0}, [read(page("It was in 1931.", "The Aldra bridge opened."))])
    texts = [one.sentence.text for one in found]
    assert "The Aldra bridge opened." in texts
    assert "It was in 1931." in texts  # a sentence earlier
    assert FILLER[0] in texts  # where a page has its title and date
    assert len(texts) <= FEW


def test_a_sentence_rests_on_few_sentences_of_the_right_source():
    terms = {f"word{n}": 1.0 for n in range(9)}
    on = grounds(terms, [read("\n\n".join(FILLER)), read("\n\n".join(f"Here is word{n}." for n in range(9)))])
    assert len(on.wording) == CHOSEN
    assert {one.place for one in on.wording} == {1}


def test_the_page_around_a_sentence_bears_out_its_year_and_a_far_one_does_not():
    claim = "The Aldra bridge opened in 1931."
    assert check(claim, [page("It was in 1931.", "The Aldra bridge opened.")]).label == "supported"
    assert check(claim, [page("The Aldra bridge opened.") + "\n\nIt was in 1931."]).label == "uncited"


def test_marks_of_markdown_are_no_words_of_a_document():
    assert [one.text for one in read("- **Trees** cool.", bare=True).sentences] == ["Trees cool."]
    assert flattened("“Trees”\n cool —") == '"Trees" cool -'


@given(st.text(max_size=300), st.dictionaries(st.text(max_size=5), st.floats(0, 2), max_size=4))
def test_no_text_breaks_it(text, wanted):
    on = grounds(wanted, [read(text), read(text, bare=True)])
    assert set(on.wording) <= set(on.proving)
