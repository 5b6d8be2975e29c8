"""Whole runs over the questions of a set, in a store of their own that is gone afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import msgspec

from inquiro.core.settings import Settings
from inquiro.core.types import Fact, Report, ResearchRequest, Usage, Value
from inquiro.runtime.casting import EXTRACTIVE
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import Paper, Question, QuestionSet
from inquiro.runtime.runtime import Runtime

ROUNDS = 3
TOLD_EVERY = 5.0  # seconds
KEPT = ("models", "domains")  # of the user's own home, where the rest of it stays out of this


class Asked(Value, frozen=True, kw_only=True):
    """A question, the run's report, and the documents that its evidence comes from."""

    question: Question
    report: Report
    ranked: tuple[str, ...]  # titles, best first
    by_round: tuple[frozenset[str], ...]  # titles with evidence until the end of each round
    read: frozenset[str]


async def ask_all(task: Task, given: QuestionSet, context: str = "") -> AsyncIterator[Asked]:
    """One run after another; without a model nothing leaves the machine."""
    with opened(task.settings) as (runtime, folder):
        titles = write_corpus(given.papers, folder)
        began = told = perf_counter()
        for number, question in enumerate(given.questions, 1):
            request = ResearchRequest(
                question=question.text,
                context=context,
                public_corpora=(str(folder),),
                max_iterations=ROUNDS,
                unattended=True,
                model=task.model or EXTRACTIVE,
                privacy=None if task.model else "local_only",
            )
            report = await runtime.ask(request)
            yield await _asked(runtime, question, report, titles)
            if (now := perf_counter()) - told >= TOLD_EVERY or number == len(given.questions):
                told = now
                task.tell(f"{given.name}: {number} of {len(given.questions)} questions, {now - began:.0f} s")


def write_corpus(papers: Sequence[Paper], folder: Path) -> dict[str, str]:
    """One small file per document; returns the titles by address."""
    titles = {}
    for number, paper in enumerate(papers):
        path = folder / f"{number:05}.md"
        path.write_text(f"# {paper.title}\n\n{paper.text.strip()}\n", "utf-8")
        titles[path.resolve().as_uri()] = paper.title
    return titles


def evidence_order(report: Report, facts: Sequence[Fact]) -> list[str]:
    """Addresses as the report cites them, then those of the findings it left out, best first."""
    rest = sorted(facts, key=lambda fact: -max(fact.scores.values(), default=0.0))
    return list(dict.fromkeys([s.url for s in report.sources] + [url for fact in rest for url in fact.sources]))


def total(usages: Sequence[Usage]) -> Usage:
    names = Usage.__struct_fields__
    return Usage(**{name: sum(getattr(usage, name) for usage in usages) for name in names})


def engine_of(asked: Sequence[Asked]) -> str:
    """Runs that lost their model on the way say so."""
    return ", ".join(dict.fromkeys(one.report.engine for one in asked)) or EXTRACTIVE


async def _asked(runtime: Runtime, question: Question, report: Report, titles: dict[str, str]) -> Asked:
    facts = await runtime.facts(report.trace_id)
    fetched = [row.request["url"] for row in await runtime.effects(report.trace_id) if row.kind == "fetch"]
    return Asked(
        question=question,
        report=report,
        ranked=tuple(_known(evidence_order(report, facts), titles)),
        by_round=tuple(
            frozenset(_known((url for fact in facts if fact.round <= number for url in fact.sources), titles))
            for number in range(1, ROUNDS + 1)
        ),
        read=frozenset(_known(fetched, titles)),
    )


def _known(urls: Iterator[str] | Sequence[str], titles: dict[str, str]) -> list[str]:
    return [titles[url] for url in urls if url in titles]


@contextmanager
def opened(settings: Settings) -> Iterator[tuple[Runtime, Path]]:
    """A runtime and an empty folder that are gone afterwards; models and domains are the user's own."""
    with tempfile.TemporaryDirectory(prefix="inquiro-eval-") as place:
        home, folder = Path(place) / "home", Path(place) / "corpus"
        home.mkdir(mode=0o700)
        folder.mkdir()
        for name in KEPT:
            if (settings.home / name).is_dir():
                (home / name).symlink_to((settings.home / name).resolve(), target_is_directory=True)
        runtime = Runtime.open(
            msgspec.structs.replace(settings, home=home, database_url=f"sqlite:///{home / 'inquiro.db'}")
        )
        try:
            yield runtime, folder
        finally:
            runtime.close()
