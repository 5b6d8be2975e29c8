from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.quotes import fold, locate

TEXT = "The lifetime cost of a street tree is “1,100 €” – planting only.\nWatering is not part of the figure."
words = st.lists(
    st.sampled_from("the cost of a tree is low and shade Straße ﬁne 木 ∑ É".split()), min_size=4, max_size=12
)


def bare(text: str) -> str:
    return fold(text)[0].replace(" ", "")


@given(st.text(min_size=1), st.data())
def test_any_substring_is_found_at_its_exact_place(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    if not quote.strip():
        assert locate(text, quote) is None
        return
    begin = start + len(quote) - len(quote.lstrip())
    assert locate(text, quote, begin) == (begin, begin + len(quote.strip()))


@given(st.text(), st.text(), st.integers(-1, 50))
def test_whatever_is_found_says_the_same_once_folded(text, quote, near):
    span = locate(text, quote, near)
    if span:
        assert 0 <= span[0] < span[1] <= len(text)
        assert bare(quote) in bare(text[slice(*span)])


@given(st.text())
def test_a_fold_has_one_real_offset_per_character_in_order(text):
    folded, offsets = fold(text)
    assert len(folded) == len(offsets)
    assert offsets == sorted(offsets)
    assert all(0 <= at < len(text) for at in offsets)


@pytest.mark.parametrize(
    "quote",
    [
        'is "1,100 €" - planting only',
        "is «1,100 €» — planting only",
        "planting only. Watering   is\tnot",
        "THE LIFETIME COST",
        "the life\u00adtime cost",
        "a street\u00a0tree is",
    ],
)
def test_typography_white_space_and_case_do_not_hide_a_quote(quote):
    start, end = locate(TEXT, quote)
    assert fold(TEXT[start:end])[0] == fold(quote)[0]


@pytest.mark.parametrize(
    "quote",
    [
        "for tree in trees: cool(tree, <street>)",
        "for tree in trees:cool(tree, <street>)",
        "for tree in trees:\n  cool(tree,\n <street>)",
        "cool(tree, ‹street›)",
    ],
)
def test_line_breaks_and_blanks_of_code_do_not_hide_a_quote(quote):
    text = "So it goes:\n\nfor tree in trees:\n\n        cool(tree, <street>)\n\nThat is all."
    start, end = locate(text, quote)
    assert bare(text[start:end]) == bare(quote)
    assert locate(text, quote, start) == (start, end)
    assert locate(text, "for tree in streets: cool(tree)") is None


def test_a_soft_hyphen_in_the_document_stays_inside_the_span():
    text = "Some trees cool the neigh\u00adbour\u00adhood at night."
    start, end = locate(text, "trees cool the neighbourhood")
    assert text[start:end] == "trees cool the neigh\u00adbour\u00adhood"


@pytest.mark.fault(10)
@given(words, st.data())
def test_a_changed_word_is_not_found(parts, data):
    changed = list(parts)
    changed[data.draw(st.integers(0, len(parts) - 1))] = "invented"
    assert locate(" ".join(parts), " ".join(changed)) is None


@pytest.mark.fault(10)
@pytest.mark.parametrize("quote", ["", "   ", "costs 1,200 €", "street tree is 1,100 € planting", "Tree."])
def test_words_that_are_not_there_are_not_found(quote):
    assert locate(TEXT, quote) is None


@pytest.mark.parametrize(("near", "expected"), [(-1, 0), (0, 0), (5, 0), (12, 18), (17, 18), (30, 36), (500, 36)])
def test_the_nearest_of_several_occurrences_is_taken(near, expected):
    text = "oak and ash today,oak and ash later,oak and ash"
    assert locate(text, "oak and ash", near) == (expected, expected + 11)


def test_the_nearest_is_measured_in_the_document_even_where_folding_shortens_it():
    text = "one “two” three." + " \n" * 200 + "one “two” three." + " \n" * 200 + "one “two” three."
    places = [at for at in range(len(text)) if text.startswith("one", at)]
    for place in places:
        assert locate(text, 'one "two" three.', place + 3) == (place, place + 16)


def test_of_two_folded_matches_the_one_at_its_place_is_taken():
    text = "A tree  costs “10 €”. " * 3
    place = text.index("A tree", 30)
    start, end = locate(text, 'a tree costs "10 €".', place)
    assert (start, text[start:end]) == (place, "A tree  costs “10 €”.")


@given(words, st.integers(0, 40))
def test_where_a_folded_quote_is_expected_changes_nothing_where_it_stands_once(picked, before):
    quote = " ".join(picked)
    text = f"{'.' * before}{quote.replace(' ', '  ')}. And an end."
    assert locate(text, quote, before) == locate(text, quote)
