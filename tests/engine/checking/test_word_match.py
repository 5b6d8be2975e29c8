"""Which words evidence holds, and in what way."""

from __future__ import annotations

import pytest

from inquiro.engine.checking.synonyms import meanings, retold
from inquiro.engine.checking.word_match import held, missing, related, spelled_out
from inquiro.retrieval.words import content_tokens, tokens


def lacking(text, evidence):
    wanted = dict.fromkeys(content_tokens(text), 1.0)
    return missing(wanted, held([tokens(evidence)], spelled_out(text, [evidence])))


def test_what_stands_there_is_held_and_what_stands_nowhere_is_not():
    assert lacking("The harbour froze.", "The harbour froze over.") == {}
    assert lacking("The harbour glittered.", "The harbour froze over.") == {"glitter": 1.0}


def test_synonyms_and_words_of_one_family_miss_little():
    found = lacking("The plan depends on an optional module.", "The plan relies on a module that is an option.")
    assert all(0 < weight <= 0.1 for weight in found.values())
    assert retold(*tokens("depends"), meanings(tokens("relies")))


def test_abbreviations_are_spelled_out_either_way():
    assert lacking("They stopped taking proton pump inhibitors.", "They stopped taking PPI.") == {}
    assert lacking("They stopped PPI.", "They stopped proton pump inhibitors.") == {}


def test_german_compounds_are_held_by_their_parts():
    found = lacking("Nach jeder Konfigurationsänderung", "nach jeder Änderung der Konfiguration")
    assert sum(found.values()) < 0.2


@pytest.mark.parametrize(("one", "other", "same"), [("operation", "operate", True), ("president", "present", False)])
def test_families(one, other, same):
    assert related(one, other) == same
