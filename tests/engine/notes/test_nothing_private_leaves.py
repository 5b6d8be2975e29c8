"""Every made-up note through the extractive engine: what would leave of it, and what is still of use."""

from __future__ import annotations

import pytest
from tests.private_notes import Example, examples, harmless_strangers, leaks, researched, strangers, tells

from inquiro.core.types import NoteText
from inquiro.engine.notes.extractive import topics_of
from inquiro.engine.notes.planned import plan_for

LEAST_OF_USE = 0.8  # of the topics of harmless notes


def queries(example: Example) -> list[str]:
    title = example.path.rpartition("/")[2].removesuffix(".md")
    note = NoteText(path=example.path, title=title, text=example.text, sha256="")
    return [query.text for query in plan_for(note, topics_of(note, None)).queries if not query.private]


@pytest.mark.parametrize("example", examples("private"), ids=lambda one: f"{one.language} {one.path}")
def test_nothing_private_leaves(example):
    assert leaks(example, queries(example)) == []


def test_private_notes_are_still_researched():
    asked = [bool(queries(one)) for one in examples("private") if one.never != ("*",)]
    assert sum(asked) / len(asked) > 0.8


def test_most_topics_of_harmless_notes_are_of_use():
    found = [(researched(one, queries(one)), len(one.topics)) for one in examples("harmless")]
    assert sum(number for number, _ in found) / sum(most for _, most in found) >= LEAST_OF_USE


@pytest.mark.parametrize("stranger", strangers(), ids=lambda one: f"{one.language} {one.path}")
def test_nothing_private_leaves_of_notes_by_who_did_not_know_the_rules(stranger):
    asked = queries(stranger)
    assert [(secret, query) for secret in stranger.never for query in asked if tells(query, secret)] == []
    assert [leak for leak in leaks(stranger._replace(never=()), asked) if "in a row" in leak] == []


def test_every_harmless_note_is_still_researched():
    assert [one.path for one in harmless_strangers() if not queries(one)] == []
