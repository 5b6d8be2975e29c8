from __future__ import annotations

import pytest

from inquiro.core.types import NoteText
from inquiro.engine.notes.candidates import asks, candidates
from inquiro.engine.notes.extractive import taken_apart


def found(text: str, title: str = "Boilers") -> dict[str, str]:
    """What kind each label is; the best of each."""
    apart = taken_apart(NoteText(path="a.md", title=title, text=text, sha256="", send="all"))
    ranked = sorted(candidates(apart), key=lambda one: one.score)
    return {" ".join(one.words): one.type for one in ranked}


@pytest.mark.parametrize(
    "text",
    [
        "Is it loud?",
        "¿Es ruidoso?",
        "うるさいか？",
        "なぜ必要なのか。",
        "Open question: the loudness at night",
        "To-do: find out whether it is loud",
        "Offene Frage: Lautstärke",
        "Unclear: who pays",
    ],
)
def test_questions(text):
    assert asks(text)


@pytest.mark.parametrize(
    "text", ["It is loud.", "A questionable boiler", "Questions remain", "To-do: call the plumber", "Research"]
)
def test_no_questions(text):
    assert not asks(text)


def test_claims_state_something_that_can_be_checked():
    kinds = found(
        "Condensing boilers reach 98 % efficiency.\nCopper pipes corrode faster than steel pipes.\nSee the manual of the maker.\n"
        "500 g flour\nThe following list:\nThat is so.\n"
    )
    assert [label for label, kind in kinds.items() if kind == "claim"] == [
        "Boilers Copper pipes corrode steel",
        "Condensing boilers reach efficiency",
    ]


def test_headings_marked_terms_and_listed_names_are_concepts():
    kinds = found(
        "## Expansion vessels\nThey take up water.\n## References\nA **thermal store** helps.\nA [[Heat exchanger]] is needed.\n"
        "- Pumps by Grundfos Alpha\n"
    )
    concepts = {label for label, kind in kinds.items() if kind == "concept"}
    assert {"Boilers Expansion vessels", "thermal store", "Heat exchanger", "Pumps Grundfos Alpha"} <= concepts
    assert not any("References" in label for label in kinds)


def test_word_pairs_that_come_back_are_concepts():
    kinds = found("A pressure valve drips. The pressure valve sticks. Every pressure valve ages.")
    assert kinds["pressure valve"] == "concept"
