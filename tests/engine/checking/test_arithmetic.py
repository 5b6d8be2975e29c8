"""Sums that a judge names are done again, on numbers that stand in the evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import check
from inquiro.engine.checking.arithmetic import accounted
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.judge import Ruling, ruled

QUOTE = "The archive holds 444,338 files in one format and 58,774 in the other; 27% of 3 million readers use red, green or blue."


def ruling(words: str, *sums: str) -> Ruling:
    return Ruling(number=1, verdict="supported", words=(words,), sums=sums)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The first format has about 7.6 times as many files as the other.", "7.6 = 444338 / 58774"),
        ("Together the two formats of the archive make 503,112 files.", "503112 = 444,338 + 58,774"),
        ("Some 810,000 readers of the archive use a colour.", "810000 = 3000000 * 27%"),
        ("Some 810,000 readers of the archive use a colour.", "810000 = 3000000 × 27 / 100"),
        ("Readers of the archive use one of three colours: red, green or blue.", "3 = count: red; green; blue"),
    ],
)
def test_a_figure_that_follows_is_supported_and_says_how(sentence, told):
    by_rule = check(sentence, [Excerpt(QUOTE)])
    after = ruled(by_rule, ruling("444,338 files in one format", told), [Excerpt(QUOTE)])
    assert after.label == "supported"
    if by_rule.vetoed:
        assert told in after.computed


@pytest.mark.parametrize(
    "told",
    [
        (),
        ("9.9 = 444338 / 58774",),  # another result than the sentence's
        ("9.9 = 9.9",),
        ("9.9 = 9.9 * 1",),  # a number that stands nowhere
        ("9.9 = 99 / 10",),
        ("9.9 = 444338 / (58774",),
        ("9.9 = __import__('os')",),
        ("9.9 = 10 ** 9",),
        ("9.9 = count: red; green",),
        ("9.9 = 1 / 0",),
        ("= 444338 / 58774",),
    ],
)
def test_a_figure_that_does_not_follow_stays_vetoed(told):
    sentence = "The first format has about 9.9 times as many files as the other."
    by_rule = check(sentence, [Excerpt(QUOTE)])
    assert by_rule.vetoed
    assert ruled(by_rule, ruling("444,338 files in one format", *told), [Excerpt(QUOTE)]) == by_rule


def test_every_figure_has_to_be_accounted_for():
    sentence = "With 7.6 times as many files, the first format needs 88 discs."
    by_rule = check(sentence, [Excerpt(QUOTE)])
    assert ruled(by_rule, ruling("444,338 files in one format", "7.6 = 444338 / 58774"), [Excerpt(QUOTE)]) == by_rule


def test_digits_that_stand_in_the_words_relied_on_are_not_from_nowhere():
    quote = "Any file can be unpacked in 2300k of memory. Introduced in Tasks 7.8.0."
    sentence = "Since version 7.8.0 any file can be unpacked in 2300 kilobytes of memory."
    by_rule = check(sentence, [Excerpt(quote)])
    relied = Ruling(number=1, verdict="supported", words=("unpacked in 2300k of memory", "Introduced in Tasks 7.8.0"))
    assert ruled(by_rule, relied, [Excerpt(quote)]).label == "supported"
    other = Ruling(number=1, verdict="supported", words=("Any file can be unpacked in",))
    assert ruled(by_rule, other, [Excerpt(quote)]).label == by_rule.label


def test_only_a_judge_that_calls_it_supported_is_heard_on_a_vetoed_figure():
    sentence = "The first format has about 9.9 times as many files as the other."
    by_rule = check(sentence, [Excerpt(QUOTE)])
    for verdict in ("inference", "unsupported", "contradicted"):
        told = Ruling(number=1, verdict=verdict, words=("444,338 files in one format",), sums=("9.9 = 444338 / 58774",))
        assert ruled(by_rule, told, [Excerpt(QUOTE)]) == by_rule


@given(st.text(max_size=80))
def test_any_text_for_a_sum_is_harmless(told):
    by_rule = check("The archive has 12,345 discs.", [Excerpt(QUOTE)])
    assert accounted(by_rule, [told, f"12345 = {told}"], (), QUOTE) == by_rule
