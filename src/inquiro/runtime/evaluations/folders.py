"""Answers over folders of mixed documents: does what decides a question stand in them, and at their beginning?"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from time import perf_counter

from inquiro.core.errors import UsageError
from inquiro.core.types import ResearchRequest, Usage
from inquiro.providers.embeddings import embeddings_available
from inquiro.runtime.casting import EXTRACTIVE
from inquiro.runtime.evaluating.asking import opened, total
from inquiro.runtime.evaluating.figures import AnsweredQuestion, Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.folder_answers import (
    OPENING,
    FolderQuestion,
    answers,
    folder_questions,
    holds,
    opening,
    refuses,
    statements,
)
from inquiro.runtime.evaluating.intervals import of_ratio, wilson


class Folders:
    """Openings, whole answers and refusals over folders; FILE holds lines of {"id", "folder", "question", "spans"}."""

    name = "folders"
    takes_model = True
    takes_file = True

    async def evaluate(self, task: Task) -> Evaluated:
        if task.file is None:
            raise UsageError("name the questions: inquiro eval folders FILE.jsonl; their folders lie beside it")
        given = folder_questions(task.file)[: task.limit]
        possible = embeddings_available(task.settings)
        began = perf_counter()
        asked = [one async for one in _asked(task, given)]
        return Evaluated(
            name=self.name,
            title=f"{task.file.name}: {len(given)} answers over folders",
            n=len(given),
            figures=figures_of(given, [one for one, _ in asked]),
            engine=", ".join(dict.fromkeys(one.engine for one, _ in asked)) or EXTRACTIVE,
            usage=total([usage for _, usage in asked]),
            seconds=perf_counter() - began,
            notes=(
                "only the words of the spans were looked for: a reader can grade the answers that --answers prints",
                *(() if possible.available else (f"without embeddings: {possible.reason}",)),
            ),
            answers=tuple(one for one, _ in asked),
        )


async def _asked(task: Task, given: Sequence[FolderQuestion]) -> AsyncIterator[tuple[AnsweredQuestion, Usage]]:
    """One run after another in a store of their own; the folders are private, so a model has to be a local one."""
    if task.file is None:
        return
    with opened(task.settings) as (runtime, _):
        for number, question in enumerate(given, 1):
            began = perf_counter()
            request = ResearchRequest(
                question=question.question,
                corpora=(str((task.file.parent / question.folder).resolve()),),
                unattended=True,
                model=task.model or EXTRACTIVE,
                privacy="local_only",
            )
            report = await runtime.ask(request)
            seconds = perf_counter() - began
            task.tell(f"{question.id}: {number} of {len(given)} questions, {seconds:.1f} s")
            yield (
                AnsweredQuestion(
                    id=question.id,
                    question=question.question,
                    answer=report.answer,
                    opening=opening(report.answer),
                    refused=refuses(report.answer),
                    rest=tuple(statements(report.answer)[OPENING:]),
                    sources=tuple(source.url for source in report.sources),
                    engine=report.engine,
                    seconds=seconds,
                ),
                report.usage,
            )


def figures_of(given: Sequence[FolderQuestion], asked: Sequence[AnsweredQuestion]) -> tuple[Figure, ...]:
    """`given` and `asked` in the same order."""
    pairs = list(zip(given, asked, strict=True))
    there = [(question, one) for question, one in pairs if question.answerable]
    not_there = [one for question, one in pairs if not question.answerable]
    opened_right = [answers(opening(one.answer), question) for question, one in there]
    refused = [refuses(one.answer) and not right for (_, one), right in zip(there, opened_right, strict=True)]
    wrong = [not right and not no for right, no in zip(opened_right, refused, strict=True)]
    said = ["\n".join(statements(one.answer)) for _, one in there]
    found = [
        sum(holds(text, span.quote) for span in question.vital) for text, (question, _) in zip(said, there, strict=True)
    ]
    vital = [len(question.vital) for question, _ in there]
    return (
        _counted("answerable: the first two sentences answer", opened_right),
        _counted(
            "answerable: the answer holds it somewhere",
            [answers(text, question) for text, (question, _) in zip(said, there, strict=True)],
        ),
        share("vital spans in the answers", sum(vital), sum(found) / max(sum(vital), 1), of_ratio(found, vital)),
        _counted("answerable: refused at the beginning", refused),
        _counted("answerable: begins with something else", wrong),
        _counted("not answerable: refused", [refuses(one.answer) for one in not_there]),
        Figure(name="seconds a question", n=len(asked), value=_mean([one.seconds for one in asked]), unit="seconds"),
    )


def _counted(name: str, hits: Sequence[bool]) -> Figure:
    return share(name, len(hits), sum(hits) / max(len(hits), 1), wilson(sum(hits), len(hits)))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(len(values), 1), 2)


plugin = Folders
