"""Evidence recall of whole runs: how many of HotpotQA's supporting documents a run's evidence comes from."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from _base_install import with_embeddings, without_embeddings
from _table import Row, show
from inquiro.core.settings import Settings
from inquiro.core.types import Fact, Report, ResearchRequest
from inquiro.retrieval.embeddings import availability
from inquiro.runtime import Runtime
from retrieval import Hotpot, load

QUESTIONS = 30
ROUNDS = 3
SEMANTIC_TOO = "--semantic"


class Answered(NamedTuple):
    """The gold documents of a question, and the documents that a run took evidence from."""

    gold: frozenset[str]
    ranked: list[str]
    by_round: list[frozenset[str]]
    read: frozenset[str]


def write_corpus(data: Hotpot, folder: Path) -> dict[str, str]:
    """One small file per document; returns the titles by address."""
    titles = {}
    for number, (title, text) in enumerate(zip(data.titles, data.texts, strict=True)):
        path = folder / f"{number:04}.md"
        path.write_text(f"# {title}\n\n{text.removeprefix(title).strip()}\n", "utf-8")
        titles[path.resolve().as_uri()] = title
    return titles


async def answer(runtime: Runtime, question: str, folder: Path) -> tuple[Report, list[Fact]]:
    request = ResearchRequest(
        question=question,
        public_corpora=(str(folder),),
        max_iterations=ROUNDS,
        unattended=True,
        privacy="local_only",
    )
    report = await runtime.ask(request)
    return report, await runtime._store.facts(report.trace_id)


def evidence_order(report: Report, facts: list[Fact]) -> list[str]:
    """Addresses as the report cites them, then those of the findings it left out, best first."""
    rest = sorted(facts, key=lambda fact: -max(fact.scores.values(), default=0.0))
    return list(dict.fromkeys([s.url for s in report.sources] + [url for fact in rest for url in fact.sources]))


async def research(data: Hotpot, many: int) -> list[Answered]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "corpus"
        folder.mkdir()
        titles = write_corpus(data, folder)
        runtime = Runtime.open(Settings(home=Path(place), database_url=f"sqlite:///{place}/inquiro.db"))
        found = []
        for question, gold in zip(data.questions[:many], data.gold[:many], strict=True):
            report, facts = await answer(runtime, question, folder)
            ranked = [titles[url] for url in evidence_order(report, facts)]
            by_round = [_until(facts, number, titles) for number in range(1, ROUNDS + 1)]
            effects = await runtime._store.effects(report.trace_id)
            read = frozenset(titles[row.request["url"]] for row in effects if row.kind == "fetch")
            found.append(Answered(gold, ranked, by_round, read))
        runtime.close()
    return found


def _until(facts: list[Fact], number: int, titles: dict[str, str]) -> frozenset[str]:
    return frozenset(titles[url] for fact in facts if fact.round <= number for url in fact.sources)


def rows_for(name: str, answered: list[Answered], seconds: float) -> list[Row]:
    total = sum(len(one.gold) for one in answered)

    def share(found: int) -> float:
        return found / total

    rows = [
        Row(f"{name}: in the first {first}", share(sum(len(a.gold & {*a.ranked[:first]}) for a in answered)))
        for first in (5, 10)
    ]
    rows += [
        Row(f"{name}: evidence after round {at + 1}", share(sum(len(a.gold & a.by_round[at]) for a in answered)))
        for at in range(ROUNDS)
    ]
    rows.append(Row(f"{name}: read at all", share(sum(len(a.gold & a.read) for a in answered))))
    rows.append(Row(f"{name}: a question", seconds / len(answered), "s"))
    return rows


def measure(name: str, data: Hotpot, many: int) -> list[Row]:
    started = time.perf_counter()
    answered = asyncio.run(research(data, many))
    return rows_for(name, answered, time.perf_counter() - started)


def main() -> None:
    """`end_to_end.py [QUESTIONS] [--semantic]`."""
    data = load()
    if data is None:
        print("skipped: the folder ../shared/data/qa_hotpotqa is missing\n")
        return
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    many = min(numbers[0] if numbers else QUESTIONS, len(data.questions))
    without_embeddings()
    rows = measure("keyword", data, many)
    with_embeddings()
    if SEMANTIC_TOO in sys.argv and availability().available:
        rows += measure("hybrid", data, many)
    show(f"Share of gold documents in the evidence, {many} runs", rows)
    if SEMANTIC_TOO not in sys.argv:
        print(f"  skipped with embeddings: {SEMANTIC_TOO} adds them (they take minutes)\n")


if __name__ == "__main__":
    main()
