"""Gold documents at k."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import hotpotqa
from inquiro.runtime.evaluations import registry
from inquiro.runtime.evaluations.retrieval import found_in_first


def test_words_find_what_the_question_names(data, settings):
    told: list[str] = []
    done = asyncio.run(registry.get("retrieval")().evaluate(Task(data=data, settings=settings, tell=told.append)))
    assert [(figure.name, figure.n, figure.value) for figure in done.figures] == [
        ("BM25, first 5", 3, 1.0),
        ("BM25, first 10", 3, 1.0),
    ]
    assert done.figures[0].low < 1  # three documents prove little
    assert "switched off" in done.notes[0]
    assert told == ["searching 7 documents for 2 questions"]


def test_a_limit_leaves_the_corpus_whole(data, settings):
    done = asyncio.run(registry.get("retrieval")().evaluate(Task(data=data, settings=settings, limit=1)))
    assert (done.n, done.figures[0].n) == (1, 2)


@pytest.mark.parametrize(("first", "share"), [(1, 1 / 3), (2, 1 / 3), (6, 2 / 3), (7, 1.0)])
def test_the_share_is_that_of_documents_among_the_first(data, first, share):
    given = hotpotqa(data)  # gold: 0 and 1 of the first question, 2 of the second
    scores = [np.array([9.0, 0, 8, 7, 6, 5, 4]), np.array([9.0, 8, 4.5, 7, 6, 5, 4])]
    assert found_in_first(given, scores, first).value == pytest.approx(share)
