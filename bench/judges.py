"""Scripted judges over sentences of known truth: how much of a bad judge's damage vetoes and look-up catch.

    python bench/judges.py SENTENCES.jsonl [--errs 0.1] [--seed 7] [--passages]

Each line of the file is a sentence with its evidence (quote, passage, heading, title) and a verdict: supported,
inference, unsupported or contradicted. Four judges play on it: one that knows the truth, one that errs in a tenth of
the cases, one that calls everything supported and quotes real words for it, and one that does so with words it made up.
A run puts sentences made false to its judge too; the last column says whether it would believe this one after that.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args

from inquiro.core.intervals import wilson
from inquiro.engine.checking import Excerpt, check
from inquiro.engine.checking.excerpts import number_named
from inquiro.engine.checking.judge import Finding, Ruling, leaves_open, relied_on, ruled, strange_names
from inquiro.engine.draft_verdicts import FEWEST_TESTS, MOST_FOOLED

ACCEPTED = frozenset({"quoted", "supported"})
FALSE = frozenset({"unsupported", "contradicted"})
FINDINGS: tuple[Finding, ...] = get_args(Finding)
MOST_WORDS = 20
TESTS = 6  # as many as a run has its model write


class Case(NamedTuple):
    sentence: str
    truth: Finding
    excerpts: tuple[Excerpt, ...]


class Outcome(NamedTuple):
    """What became of a sentence: its label, and what stopped a judge that wanted to accept it."""

    case: Case
    label: str
    said: Finding | None
    stopped: str = ""
    by: str = "rule"


class Share(NamedTuple):
    hits: int
    of: int

    def __str__(self) -> str:
        low, high = wilson(self.hits, self.of)
        return f"{self.hits}/{self.of} ({low:.2f}-{high:.2f})" if self.of else "-"


Judge = Callable[[Case, Random], Ruling]


def cases(lines: Iterable[str], *, passages: bool = False) -> list[Case]:
    """With `passages` rules are given the whole passage under its title as if all of it were quoted."""
    found = [_case(json.loads(line)) for line in lines if line.strip()]
    return [one._replace(excerpts=tuple(map(_widened, one.excerpts))) for one in found] if passages else found


def _widened(one: Excerpt) -> Excerpt:
    head = "\n".join(part for part in (one.title, one.heading) if part)
    return one._replace(quote=f"{head}\n\n{one.around}" if one.around else one.quote)


def _case(row: dict[str, object]) -> Case:
    evidence = row["evidence"]
    assert isinstance(evidence, list)
    excerpts = tuple(
        Excerpt(
            quote=one["quote"],
            around=one.get("passage", ""),
            heading=one.get("heading") or "",
            title=one.get("title") or "",
            number=number_named(one.get("title") or "", one.get("document") or ""),
        )
        for one in evidence
    )
    return Case(str(row["sentence"]), str(row["verdict"]), excerpts)  # type: ignore[arg-type]


def _real(case: Case) -> tuple[str, ...]:
    """Words that really stand in the evidence."""
    return tuple(" ".join(one.quote.split()[:MOST_WORDS]) for one in case.excerpts[:3])


def oracle(case: Case, _random: Random) -> Ruling:
    return Ruling(number=1, verdict=case.truth, words=_real(case))


def erring(share: float) -> Judge:
    def judge(case: Case, random: Random) -> Ruling:
        wrong = [one for one in FINDINGS if one != case.truth]
        return Ruling(
            number=1, verdict=random.choice(wrong) if random.random() < share else case.truth, words=_real(case)
        )

    return judge


def yes(case: Case, _random: Random) -> Ruling:
    return Ruling(number=1, verdict="supported", words=_real(case))


def inventor(case: Case, _random: Random) -> Ruling:
    """Its words are the sentence itself, as if the source had said so."""
    return Ruling(number=1, verdict="supported", words=(" ".join(case.sentence.split()[:MOST_WORDS]),))


def play(case: Case, judge: Judge | None, random: Random) -> Outcome:
    verdict = check(case.sentence, case.excerpts)
    if judge is None:
        return Outcome(case, verdict.label, None)
    ruling = judge(case, random)
    found = ruled(verdict, ruling, case.excerpts)
    stopped = ""
    if ruling.verdict == "supported" and found.label not in ACCEPTED:
        if verdict.vetoed:
            stopped = "veto"
        elif not relied_on(ruling.words, case.sentence, case.excerpts):
            stopped = "words"
        elif strange_names(case.sentence, case.excerpts):
            stopped = "names"
    said = ruling.verdict if leaves_open(verdict, case.excerpts) else None
    return Outcome(case, found.label, said, stopped, found.by)


def believed(given: Sequence[Case], judge: Judge | None, seed: int) -> bool:
    """Whether a run would take its word: it is shown a few false sentences among the others, and may not fall for half."""
    random = Random(seed)
    false = [
        one for one in given if one.truth in FALSE and leaves_open(check(one.sentence, one.excerpts), one.excerpts)
    ]
    tests = random.sample(false, min(TESTS, len(false)))
    fooled = sum(judge(one, random).verdict == "supported" for one in tests) if judge else 0
    return len(tests) < FEWEST_TESTS or fooled < MOST_FOOLED * len(tests)


def outcomes(given: Sequence[Case], judge: Judge | None, seed: int) -> list[Outcome]:
    random = Random(seed)
    return [play(case, judge, random) for case in given]


def judges(share: float) -> dict[str, Judge | None]:
    return {
        "rules alone": None,
        "oracle": oracle,
        f"errs in {share:.0%}": erring(share),
        "always supported": yes,
        "invents its words": inventor,
    }


def row(name: str, found: Sequence[Outcome], trusted: bool) -> list[str]:
    def accepted(truths: frozenset[str]) -> Share:
        mine = [one for one in found if one.case.truth in truths]
        return Share(sum(one.label in ACCEPTED for one in mine), len(mine))

    false = [one for one in found if one.case.truth in FALSE]
    harm = [one for one in false if one.stopped or (one.by == "model" and one.label in ACCEPTED)]
    inferences = [one for one in found if one.case.truth == "inference"]
    return [
        name,
        str(accepted(frozenset({"supported"}))),
        str(accepted(FALSE)),
        str(Share(sum(one.label == "inferred" for one in inferences), len(inferences))),
        *(str(sum(one.stopped == why for one in false)) for why in ("veto", "words", "names")),
        str(Share(sum(bool(one.stopped) for one in harm), len(harm))),
        "yes" if trusted else "no",
    ]


HEAD = (
    "judge",
    "true accepted",
    "false accepted",
    "inference: inferred",
    "veto",
    "words",
    "names",
    "damage caught",
    "believed",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sentences", type=Path)
    parser.add_argument("--errs", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--passages", action="store_true")
    asked = parser.parse_args()
    given = cases(asked.sentences.read_text("utf-8").splitlines(), passages=asked.passages)
    rows = [
        row(name, outcomes(given, judge, asked.seed), believed(given, judge, asked.seed))
        for name, judge in judges(asked.errs).items()
    ]
    widths = [max(len(line[at]) for line in [HEAD, *rows]) for at in range(len(HEAD))]
    print(f"{len(given)} sentences, {asked.sentences}")
    for line in [HEAD, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
