"""Exact match, F1 and yes-or-no figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.runtime.evaluating.scores import best_cut, exact_match, holds, normalised, tabled, token_f1

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1)
SENTENCES = st.lists(st.sampled_from("river bank the a 1887 Oslo, city. “quoted”".split()), max_size=8).map(" ".join)


@pytest.mark.parametrize(
    ("said", "gold"),
    [("The Eiffel Tower.", "eiffel tower"), ("  An  apple ", "apple"), ("“Yes”", "yes"), ("U.S.", "us")],
)
def test_case_articles_punctuation_and_blanks_do_not_matter(said, gold):
    assert exact_match(said, gold)


@pytest.mark.parametrize(
    ("said", "gold"), [("1887", "1888"), ("theatre", "atre"), ("", "yes"), ("Oslo Norway", "Oslo")]
)
def test_other_words_do(said, gold):
    assert not exact_match(said, gold)


@given(st.text())
def test_normalising_twice_changes_nothing_more_and_never_fails(text):
    once = normalised(text)
    assert "  " not in once
    assert token_f1(text, text) == 1
    assert exact_match(text, text.upper().lower()) or text.upper().lower().casefold() != text.casefold()


@given(SENTENCES, SENTENCES)
def test_f1_is_symmetric_bounded_and_one_only_for_the_same_words(ours, theirs):
    f1 = token_f1(ours, theirs)
    assert 0 <= f1 <= 1
    assert f1 == token_f1(theirs, ours)
    same = sorted(normalised(ours).split()) == sorted(normalised(theirs).split())
    assert (f1 == 1) == same


def test_f1_of_a_known_pair():
    assert token_f1("the cat sat down", "cat sat") == pytest.approx(0.8)  # two of three said, two of two found
    assert token_f1("dog", "cat") == 0


def test_an_answer_stands_in_a_text_as_whole_words():
    assert holds("It was built in Oslo, in 1887.", "Oslo")
    assert not holds("It was built in Oslofjord.", "Oslo")
    assert not holds("Anything at all", "")


@given(PAIRS)
def test_the_table_counts_everything_once(cases):
    truth, said = zip(*cases, strict=True)
    table = tabled(truth, said)
    assert table.n == len(cases)
    assert table.accuracy == sum(a == b for a, b in cases) / len(cases)
    assert 0 <= table.precision <= 1
    assert table.true_yes + table.false_no == sum(truth)


@given(PAIRS)
def test_balanced_accuracy_is_indifferent_to_the_size_of_a_class(cases):
    truth, said = zip(*cases, strict=True)
    more = [case for case in cases if case[0]]
    truth_more, said_more = zip(*(list(cases) + more * 3), strict=True)
    assert tabled(truth, said).balanced_accuracy == pytest.approx(tabled(truth_more, said_more).balanced_accuracy)


def test_always_saying_the_same_is_worth_a_half():
    truth = [True] * 9 + [False]
    assert tabled(truth, [True] * 10).balanced_accuracy == 0.5
    assert tabled(truth, [True] * 10).accuracy == 0.9
    assert tabled(truth, truth).balanced_accuracy == 1


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=30))
def test_no_other_threshold_is_better_than_the_best(cases):
    truth, scores = zip(*cases, strict=True)
    cut = best_cut(truth, scores)

    def worth(at: float) -> float:
        return tabled(truth, [score >= at for score in scores]).balanced_accuracy

    assert all(worth(cut) >= worth(other) for other in (*scores, 0.5, 2.0))
