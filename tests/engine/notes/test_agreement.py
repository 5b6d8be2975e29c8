"""What a person is asked before anything leaves, and what their answer means."""

from __future__ import annotations

import pytest

from inquiro.core.types import HeldWord, NoteText, Topic
from inquiro.engine.notes.agreement import (
    agreed_queries,
    agreed_topics,
    let_through,
    listed_queries,
    question_of,
    remembering,
    told_held,
)

QUERIES = ["tamoxifen paroxetine interaction", "tamoxifen duration"]
HELD = [
    HeldWord(word="Baker", why="a name"),
    HeldWord(word="4471", why="a number"),
    HeldWord(word="12", why="a number"),
]


def test_the_question_lists_searches_and_counts_what_stays():
    question = question_of(QUERIES, HELD)
    assert listed_queries(question) == QUERIES
    assert "held back: 3 words that are not common knowledge (2 numbers, a name)" in question
    assert "Baker" not in question
    assert told_held(()) == ""


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("send", QUERIES),
        ("Yes", QUERIES),
        ("nothing", ["", ""]),
        ("drop 1", ["", QUERIES[1]]),
        ("drop 1, 2", ["", ""]),
        ("tamoxifen duration of treatment", ["", "tamoxifen duration of treatment"]),
        ("1 tamoxifen interaction\n2 bone density", ["tamoxifen interaction", "", "bone density"]),
        ("", ["", ""]),
    ],
)
def test_answers(answer, chosen):
    assert sorted(agreed_queries(answer, QUERIES)) == sorted(chosen)


def test_topics_follow_the_answer():
    topics = [Topic(id=f"t{n}", label=query, type="claim", context="x") for n, query in enumerate(QUERIES, 1)]
    first, second, third = agreed_topics(topics, ["", "other words", "my own"])
    assert (first.label, first.context) == ("", "x")
    assert (second.label, third.label, third.id) == ("other words", "my own", "t3")


def test_words_that_would_have_stayed_may_be_remembered():
    note = NoteText(path="a.md", title="A", text="Baker said it.", sha256="")
    assert let_through(["Baker interaction"], note) == ("Baker",)
    assert remembering("a b\nRemember\n") == ("a b", True)
    assert remembering("a b") == ("a b", False)
