"""The made-up notes say what must not leave of them, or what is of use."""

from __future__ import annotations

import pytest
from tests.private_notes import examples, leaks, researched

PRIVATE, HARMLESS = examples("private"), examples("harmless")


def test_there_are_enough_of_both_in_nine_languages():
    assert len(PRIVATE) >= 75
    assert len(HARMLESS) >= 30
    assert {one.language for one in PRIVATE} == {one.language for one in HARMLESS} == set("en de fr es it pt nl ja zh".split())  # fmt: skip


@pytest.mark.parametrize("example", PRIVATE, ids=lambda one: f"{one.language} {one.path}")
def test_a_leak_would_be_seen(example):
    assert example.never
    for word in example.never:
        asked = "anything" if word == "*" else f"cost of {word} per year"
        assert leaks(example, [asked])
        assert word == "*" or word.casefold() in f"{example.path} {example.text}".casefold().replace("_", "").replace("-", "").replace(" ", "") or word.casefold() in f"{example.path} {example.text}".casefold()  # fmt: skip


def test_three_words_in_a_row_are_a_leak_and_two_are_none():
    [example] = [one for one in PRIVATE if one.path == "Therapy.md"]
    assert leaks(example, ["propranolol taken before flight"]) == []
    assert leaks(example, ["propranolol made me"]) != []


def test_a_query_is_of_use_if_it_has_the_words_of_a_topic():
    [example] = [one for one in HARMLESS if one.path == "Heat pumps.md"]
    assert researched(example, ["noise of heat pumps"]) == 1
    assert researched(example, ["noise"]) == 0
