"""Evidence recall of whole runs: how many of the gold documents a run's evidence comes from, round by round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from time import perf_counter

from inquiro.runtime.evaluating.asking import ROUNDS, Asked, ask_all, engine_of, total
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.intervals import of_ratio
from inquiro.runtime.evaluating.sets import hotpotqa

QUESTIONS = 30  # unless more are asked for
FIRST = (5, 10)


class EvidenceRecall:
    """Gold documents among the evidence of whole runs of three rounds, and after each round."""

    name = "evidence"
    takes_model = True
    takes_file = False

    async def evaluate(self, task: Task) -> Evaluated:
        given = hotpotqa(task.data)
        fewer = given.first(task.limit or QUESTIONS)
        began = perf_counter()
        asked = [one async for one in ask_all(task, fewer)]
        return Evaluated(
            name=self.name,
            title=f"{given.name}: share of gold documents in the evidence of whole runs",
            n=len(asked),
            figures=figures_of(asked),
            engine=engine_of(asked),
            usage=total([one.report.usage for one in asked]),
            seconds=perf_counter() - began,
            notes=_notes(asked, len(given.questions)),
        )


def figures_of(asked: Sequence[Asked]) -> tuple[Figure, ...]:
    firsts = [_recall(asked, f"first {first}", partial(_best, first)) for first in FIRST]
    rounds = [figure for number in range(1, ROUNDS + 1) for figure in _after(asked, number)]
    return (*firsts, *rounds, _recall(asked, "read at all", lambda one: one.read))


def _after(asked: Sequence[Asked], number: int) -> list[Figure]:
    """What a run that ended with this round would have had: its documents in the order that the end gave them."""
    name = f"after round {number}"
    firsts = [_recall(asked, f"{name}: first {first}", partial(_best, first, after=number)) for first in FIRST]
    return [*firsts, _recall(asked, f"{name}: all evidence", lambda one: one.by_round[number - 1])]


def _best(first: int, one: Asked, after: int | None = None) -> set[str]:
    known = one.ranked if after is None else [title for title in one.ranked if title in one.by_round[after - 1]]
    return {*known[:first]}


def _recall(asked: Sequence[Asked], name: str, found_in: Callable[[Asked], AbstractSet[str]]) -> Figure:
    found = [len(one.question.gold & found_in(one)) for one in asked]
    gold = [len(one.question.gold) for one in asked]
    return share(name, sum(gold), sum(found) / max(sum(gold), 1), of_ratio(found, gold))


def _notes(asked: Sequence[Asked], all_of_them: int) -> tuple[str, ...]:
    many = max(len(asked), 1)
    documents = sum(len(one.ranked) for one in asked) / many
    rounds = sum(one.report.iterations_used for one in asked) / many
    size = f"evidence came from {documents:.1f} documents a run, in {rounds:.1f} rounds"
    left = all_of_them - len(asked)
    return (size, *([f"{left} questions were left out: --limit {all_of_them} asks them all"] if left else []))


plugin = EvidenceRecall
