from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers.markdown import plain_markdown
from inquiro.vault.index.excerpts import excerpt


def test_the_sentence_with_most_of_the_words_is_shown():
    text = "# Trees\n\nMany streets are hot. Trees cool the street by two degrees. Nobody minds."
    found = excerpt(text, ["tree", "cool"])
    assert found.text == "Trees cool the street by two degrees. Nobody minds."
    assert text[found.start :].startswith("Trees cool")


def test_a_heading_is_shown_only_where_there_is_nothing_else():
    assert excerpt("## Trees\n\nNothing of the kind.", ["tree"]).text == "Nothing of the kind."
    assert excerpt("## Trees\n", ["tree"]).text == "Trees"


def test_numbers_and_addresses_are_no_ends_of_sentences():
    assert excerpt("First one. It rose by 2.5 percent at example.org today.", ["percent"]).text.startswith(
        "It rose by 2.5"
    )


@given(st.text(alphabet="ab .!?\n#。字", max_size=400), st.integers(10, 60))
def test_it_is_never_longer_than_asked_and_never_lies(text, longest):
    found = excerpt(text, ["a"], longest)
    assert len(found.text) <= longest
    assert found.text.removesuffix("…").strip() in " ".join(
        plain_markdown(text[found.start : found.start + 4 * longest])[0].split()
    )


def test_it_reads_like_the_page_without_markup():
    shown = excerpt("> See **[[Dates|due dates]]** and `sort by due`.", ["due"])
    assert shown.text == "See due dates and sort by due."
