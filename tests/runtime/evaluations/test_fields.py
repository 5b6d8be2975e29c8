from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import NotConfigured
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluations.fields import FieldQuestion, Fields, figures_of, questions


def measured(settings, tmp_path, file=None):
    return asyncio.run(Fields().evaluate(Task(data=tmp_path, settings=settings, file=file)))


def test_precision_is_of_what_was_said_and_recall_of_what_is():
    given = [FieldQuestion(question="?", domain=name) for name in ("medical", "medical", "software", "software")]
    figures = {
        one.name: (one.value, one.n) for one in figures_of(given, ["medical", "software", "software", "general"])
    }
    assert figures["right"] == (0.5, 4)
    assert figures["medical: precision"] == (1.0, 1)
    assert figures["medical: recall"] == (0.5, 2)
    assert figures["software: precision"] == (0.5, 2)
    assert figures["software: recall"] == (0.5, 2)


def test_the_shipped_questions_find_their_field_mostly(settings, tmp_path):
    done = measured(settings, tmp_path)
    figures = {one.name: one.value for one in done.figures}
    assert done.n == len(questions(None)) == 100
    assert figures["right"] >= 0.85
    assert all(value >= 0.6 for value in figures.values())
    assert any("known when" in note for note in done.notes)


def test_a_file_of_the_user_s_is_measured(settings, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"question": "latest treatments for mesothelioma", "domain": "medical"}\n\n', "utf-8")
    assert measured(settings, tmp_path, path).figures[0].value == 1.0


@pytest.mark.parametrize("line", ["[]", "{", '{"question": "?"}', '{"question": "?", "domain": "astrology"}'])
def test_a_wrong_file_is_refused_with_the_reason(settings, tmp_path, line):
    path = tmp_path / "mine.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(NotConfigured, match=r"line 1|unknown field astrology"):
        measured(settings, tmp_path, path)


def test_a_file_that_is_not_there_is_refused(settings, tmp_path):
    with pytest.raises(NotConfigured, match="cannot be read"):
        measured(settings, tmp_path, tmp_path / "none.jsonl")
