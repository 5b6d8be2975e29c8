"""Recovery phrases are made of common words."""

from __future__ import annotations

from inquiro.engine.notes.listed_words import listed_words

PHRASE = "ripple anchor velvet orbit canyon lemon tiger fabric mosquito glance puzzle harbor"


def test_words_in_one_line_or_below_each_other():
    assert listed_words(PHRASE, "en") == frozenset(PHRASE.split())
    below = "\n".join(f"{number}. {word}" for number, word in enumerate(PHRASE.split(), 1))
    assert listed_words(below, "en") == frozenset(PHRASE.split())
    numbered = " ".join(f"{number}. {word}" for number, word in enumerate(PHRASE.split(), 1))
    assert listed_words(numbered, "en") == frozenset(PHRASE.split())


def test_a_sentence_and_a_short_list_are_none():
    assert not listed_words("A stiff starter is less sour than a liquid one and rises more slowly.", "en")
    assert not listed_words("- flour\n- water\n- salt\n", "en")
