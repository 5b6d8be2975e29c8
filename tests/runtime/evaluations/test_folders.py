"""Answers over folders."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import PrivacyRefused
from inquiro.core.settings import Secret
from inquiro.runtime.evaluating.figures import AnsweredQuestion, Task
from inquiro.runtime.evaluating.folder_answers import FolderQuestion, GoldSpan
from inquiro.runtime.evaluations import registry
from inquiro.runtime.evaluations.folders import Folders, figures_of

REFUSAL = "No source that was read answers this directly; the closest statements follow."


def test_runs_over_a_tiny_folder(folder_file, settings):
    told: list[str] = []
    task = Task(data=folder_file.parent, settings=settings, file=folder_file, tell=told.append)
    done = asyncio.run(registry.get("folders")().evaluate(task))
    figures = {figure.name: figure for figure in done.figures}
    assert figures["answerable: the first two sentences answer"].value == 1
    assert figures["vital spans in the answers"].n == 1
    assert figures["not answerable: refused"].value == 1
    assert [one.id for one in done.answers] == ["one", "two"]
    assert "3 degrees" in done.answers[0].opening
    assert done.answers[0].sources[0].endswith("/house/roof.md")
    assert (done.engine, done.usage.calls, done.n) == ("extractive", 0, 2)
    assert "two: 2 of 2 questions" in told[-1]
    assert not settings.home.exists()


def test_a_folder_is_private_so_no_model_elsewhere_sees_it(folder_file, settings):
    keyed = msgspec.structs.replace(settings, keys={"OPENAI_API_KEY": Secret("k")})
    task = Task(data=folder_file.parent, settings=keyed, file=folder_file, model="openai:gpt-6-sol")
    with pytest.raises(PrivacyRefused):
        asyncio.run(Folders().evaluate(task))


def question(name: str, *quotes: str) -> FolderQuestion:
    spans = tuple(GoldSpan(file="a.md", quote=quote) for quote in quotes)
    return FolderQuestion(id=name, folder="f", question="?", answerable=bool(quotes), spans=spans)


def answer(text: str, seconds: float = 1.0) -> AnsweredQuestion:
    return AnsweredQuestion(id="", question="?", answer=text, seconds=seconds)


def test_each_question_that_can_be_answered_is_right_refused_or_wrong():
    first, second = "Moss cools a flat roof by three degrees.", "It lasts for twenty years or more."
    given = [question(str(number), first, second) for number in range(4)] + [question("x"), question("y")]
    asked = [
        answer(f"Well now. [1] {first} [1] {second} [2]"),
        answer(f"One. [1] Two. [1] {first} [2]", 3.0),
        answer(f"{REFUSAL}\n\n## Related\n\nOne. [1] Two. [1] {second} [2]"),
        answer(f"{REFUSAL}\n\n## Related\n\nOne. [1]"),
        answer(f"{REFUSAL}\n\n## Related\n\nOne. [1]"),
        answer("Cheese ripens. [1]", 5.0),
    ]
    values = {figure.name: (figure.value, figure.n) for figure in figures_of(given, asked)}
    assert values == {
        "answerable: the first two sentences answer": (0.25, 4),
        "answerable: the answer holds it somewhere": (0.75, 4),
        "vital spans in the answers": (0.5, 8),
        "answerable: refused at the beginning": (0.5, 4),
        "answerable: begins with something else": (0.25, 4),
        "not answerable: refused": (0.5, 2),
        "seconds a question": (2.0, 6),
    }


def test_a_refusal_that_goes_on_with_the_answer_is_right():
    right = "Moss cools a flat roof by three degrees."
    figures = {
        figure.name: figure.value
        for figure in figures_of([question("a", right)], [answer(f"{REFUSAL}\n\n## Related\n\n{right} [1]")])
    }
    assert figures["answerable: the first two sentences answer"] == 1
    assert figures["answerable: refused at the beginning"] == 0
