"""Answers of whole runs against gold answers: exact match, token F1, and yes, no or maybe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter

from inquiro.core.errors import NotConfigured
from inquiro.core.markdown import plain
from inquiro.core.types import Report
from inquiro.retrieval.sentences import sentences
from inquiro.runtime.evaluating.asking import Asked, ask_all, engine_of, total
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.intervals import of_mean, wilson
from inquiro.runtime.evaluating.scores import exact_match, holds, normalised, token_f1
from inquiro.runtime.evaluating.sets import PUBMEDQA, QuestionSet, hotpotqa, pubmedqa

QUESTIONS = 20  # of each set, unless more are asked for
SETS: tuple[Callable[..., QuestionSet], ...] = (hotpotqa, pubmedqa)
# A model can be told how the gold answers look; the extractive reasoner can only quote.
ASK_SHORT = "Begin the answer with the shortest possible answer: a name, a number, a date, yes or no."
ASK_DECISION = "Begin the answer with one word: yes, no or maybe."
_MARKS = re.compile(r"\s*\[\d{1,6}\]")
_DECORATION = re.compile(r"^\s*(?:#{1,6}\s.*|[-*+]\s+)", re.MULTILINE)
# "No difference was found" is no decision: after a no there has to be a pause
_DECISION = re.compile(r"[\s\"'“*]*(yes\b|maybe\b|no(?=[\"'”*]*\s*(?:[.,:;!–—]|$)))", re.IGNORECASE)


class Answers:
    """Exact match and token F1 of reports against gold answers, and yes, no or maybe on medical questions."""

    name = "answers"
    takes_model = True
    takes_file = False

    async def evaluate(self, task: Task) -> Evaluated:
        given, missing = _sets(task)
        began = perf_counter()
        asked: list[Asked] = []
        figures: list[Figure] = []
        for questions in given:
            medical = questions.name == PUBMEDQA
            context = (ASK_DECISION if medical else ASK_SHORT) if task.model else ""
            part = [one async for one in ask_all(task, questions, context)]
            figures += decisions(part) if medical else short_answers(part)
            asked += part
        return Evaluated(
            name=self.name,
            title=f"{' and '.join(questions.name for questions in given)}: reports against gold answers",
            n=len(asked),
            figures=tuple(figures),
            engine=engine_of(asked),
            usage=total([one.report.usage for one in asked]),
            seconds=perf_counter() - began,
            notes=missing,
        )


def said(report: Report) -> str:
    """The words of an answer: no headings, marks or bullets."""
    return plain(_MARKS.sub("", _DECORATION.sub("", report.answer))).replace("**", "").strip()


def lead(report: Report) -> str:
    """Its first sentence."""
    text = said(report)
    spans = sentences(text)
    return text[slice(*spans[0])] if spans else ""


def decision(report: Report) -> str:
    """Yes, no or maybe where the answer begins with it; else nothing."""
    found = _DECISION.match(lead(report))
    return found[1].lower() if found else ""


def short_answers(asked: Sequence[Asked]) -> list[Figure]:
    matches = [exact_match(lead(one.report), one.question.answer) for one in asked]
    f1 = [token_f1(lead(one.report), one.question.answer) for one in asked]
    # "yes" stands in many a text for other reasons
    named = [one for one in asked if normalised(one.question.answer) not in {"yes", "no"}]
    held = [holds(said(one.report), one.question.answer) for one in named]
    return [
        _counted("HotpotQA: exact match of the first sentence", matches),
        share("HotpotQA: token F1 of the first sentence", len(f1), _mean(f1), of_mean(f1)),
        _counted("HotpotQA: the answer stands in the report", held),
    ]


def decisions(asked: Sequence[Asked]) -> list[Figure]:
    gold = [one.question.answer for one in asked]
    found = [decision(one.report) for one in asked]
    f1 = [token_f1(said(one.report), one.question.long_answer) for one in asked]
    own = [bool(one.question.gold & {*one.ranked[:5]}) for one in asked]
    commonest = Counter(gold).most_common(1)[0][0] if gold else ""
    return [
        _counted("PubMedQA: yes, no or maybe is right", [a == b for a, b in zip(gold, found, strict=True)]),
        _counted("PubMedQA: says yes, no or maybe", [bool(one) for one in found]),
        _counted(f"PubMedQA: always “{commonest}” would be right", [answer == commonest for answer in gold]),
        share("PubMedQA: token F1 with the authors' conclusion", len(f1), _mean(f1), of_mean(f1)),
        _counted("PubMedQA: the right abstract is in the first 5", own),
    ]


def _sets(task: Task) -> tuple[list[QuestionSet], tuple[str, ...]]:
    """Those that are there; none at all is an error."""
    given, missing = [], []
    for load in SETS:
        try:
            given.append(load(task.data).first(task.limit or QUESTIONS))
        except NotConfigured as error:
            missing.append(error)
    if not given:
        raise missing[0]
    return given, tuple(f"left out: {error}" for error in missing)


def _counted(name: str, hits: Sequence[bool]) -> Figure:
    return share(name, len(hits), _mean([float(hit) for hit in hits]), wilson(sum(hits), len(hits)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


plugin = Answers
