"""Canaries: sentences of known truth, made from a run's own quotes, that show what the checker misses.

Three kinds: a quote with one thing changed or in another notation, a quote in other words by rule, and a quote in the
words of the model that writes the report. The last are what the run's own prose looks like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from inquiro.core.types import CanaryCount, CanaryKind, Citation, KindCount, Report, ReportSource, Value
from inquiro.engine.checking import Excerpt, check
from inquiro.engine.checking.judge import Question, Ruling, by_number, leaves_open, ruled
from inquiro.engine.checking.mutating import MUTATIONS, names_in, retold
from inquiro.engine.paraphrases import falsely, truly

MOST = 15  # quotes of a run, each retold once and made false once, in each kind
MOST_WORDED = 6  # quotes that a model is asked to put in other words
SHORTEST, LONGEST = 30, 400  # characters
# A sentence without its last clause is often still true: nothing follows from calling it so.
FALSE = tuple(kind for kind in MUTATIONS if kind != "trimmed")
DOUBTED, ACCEPTED = ("inferred", "uncited"), ("quoted", "supported")
_LEAD = "According to the source, "


class Canary(Value, frozen=True, kw_only=True):
    """A sentence, what it was made from, and whether it is true by that."""

    text: str
    excerpt: Excerpt
    true: bool
    kind: CanaryKind


class Paraphrase(Value, frozen=True, kw_only=True):
    """What a model made of a quote: one sentence that it was asked to keep true, and one with something wrong."""

    number: int
    true: str = ""
    false: str = ""


@runtime_checkable
class Paraphrasing(Protocol):
    """A reasoner that can put quotes in other words, beside all else that it does."""

    async def paraphrase(self, excerpts: Sequence[Excerpt]) -> list[Paraphrase]:
        """The number of each is the place of its quote, from 1."""


class Canaries:
    """Canaries of one kind or several on their way through the check that real sentences go through."""

    def __init__(self, canaries: Iterable[Canary] = ()) -> None:
        self._canaries = list(canaries)
        self._rulings: dict[int, Ruling] = {}
        self._verdicts = [check(one.text, [one.excerpt], [_LEAD]) for one in self._canaries]

    def questions(self) -> list[Question]:
        """Those that rules leave open, for the judge that also judges the report; the number of each is its place."""
        return [
            Question(number=at, sentence=one.text, excerpts=(one.excerpt,))
            for at, (one, verdict) in enumerate(zip(self._canaries, self._verdicts, strict=True), 1)
            if leaves_open(verdict, (one.excerpt,))
        ]

    def hear(self, rulings: Iterable[Ruling]) -> None:
        self._rulings = by_number(rulings)

    def fooled(self) -> tuple[int, int]:
        """Of the false ones that the judge ruled on: how many it called supported, and how many there were."""
        false = [at for at, one in enumerate(self._canaries, 1) if not one.true and at in self._rulings]
        return sum(self._rulings[at].verdict == "supported" for at in false), len(false)

    def count(self) -> CanaryCount | None:
        if not self._canaries:
            return None
        judged = [
            ruled(verdict, self._rulings.get(at), (one.excerpt,))
            for at, (one, verdict) in enumerate(zip(self._canaries, self._verdicts, strict=True), 1)
        ]
        return counted([(one, verdict.label) for one, verdict in zip(self._canaries, judged, strict=True)])


def count_canaries(report: Report, run_id: str) -> CanaryCount:
    """By rules alone; the same for the same report and run, so that a replay counts the same."""
    sources = {source.id: source for source in report.sources}
    cited = {
        (excerpt := _excerpt(citation, sources.get(citation.source_id))).quote: excerpt
        for claim in reversed(report.claims)
        for citation in reversed(claim.evidence)
    }
    found = Canaries(made_by_rule([cited[quote] for quote in reversed(cited)], run_id)).count()
    return found or CanaryCount(runs=1)


def made_by_rule(excerpts: Sequence[Excerpt], run_id: str) -> list[Canary]:
    fitting = [one for one in excerpts if SHORTEST <= len(one.quote) <= LONGEST]
    quotes = [one.quote for one in fitting]
    random = seeded(run_id)
    chosen = random.sample(fitting, min(MOST, len(fitting)))
    names = names_in(quotes)
    made = [(one, _falsified(one.quote, quotes, names, random), False) for one in chosen]
    made += [(one, _retold(one.quote, random), True) for one in chosen]
    found = [Canary(text=text, excerpt=one, true=true, kind="changed") for one, text, true in made if text]
    words = [(one, truly(one.quote, one.title, random), True) for one in chosen]
    words += [(one, falsely(one.quote, one.title, random), False) for one in chosen]
    return found + [Canary(text=text, excerpt=one, true=true, kind="reworded") for one, text, true in words if text]


def to_be_worded(excerpts: Iterable[Excerpt], run_id: str) -> list[Excerpt]:
    """Quotes of a run that a model is asked to put in other words."""
    fitting = [one for one in dict.fromkeys(excerpts) if SHORTEST <= len(one.quote) <= LONGEST]
    return seeded(run_id).sample(fitting, min(MOST_WORDED, len(fitting)))


def made_by_model(excerpts: Sequence[Excerpt], said: Iterable[Paraphrase]) -> list[Canary]:
    """One that says the same as the quote, or the same twice, has no known truth."""
    found: list[Canary] = []
    for one in {paraphrase.number: paraphrase for paraphrase in said}.values():
        if not 1 <= one.number <= len(excerpts) or one.true == one.false:
            continue
        made = [(one.true, True), (one.false, False)]
        excerpt = excerpts[one.number - 1]
        found += [
            Canary(text=text, excerpt=excerpt, true=true, kind="model") for text, true in made if len(text) >= SHORTEST
        ]
    return found


def seeded(run_id: str) -> Random:
    """Choosing is no secret: it has to be the same again for the same run."""
    return Random(run_id)  # noqa: S311


def counted(judged: Sequence[tuple[Canary, str]], runs: int = 1) -> CanaryCount:
    kinds = tuple(_of_kind(kind, judged) for kind in dict.fromkeys(one.kind for one, _ in judged))
    return _summed(kinds, runs)


def pooled(counts: Iterable[CanaryCount]) -> CanaryCount:
    """All together; what an earlier version counted was all of one kind."""
    every = list(counts)
    known: dict[str, list[KindCount]] = {}
    for one in every:
        for kind in one.kinds or ((_older(one),) if one.total else ()):
            known.setdefault(kind.kind, []).append(kind)
    return _summed(tuple(_joined(some) for some in known.values()), sum(one.runs for one in every))


def joined(*counts: CanaryCount | None) -> CanaryCount:
    """Of one run."""
    found = pooled(count for count in counts if count is not None)
    return CanaryCount(
        **{name: getattr(found, name) for name in CanaryCount.__struct_fields__ if name != "runs"}, runs=1
    )


def _of_kind(kind: CanaryKind, judged: Sequence[tuple[Canary, str]]) -> KindCount:
    mine = [(one.true, label) for one, label in judged if one.kind == kind]
    return KindCount(
        kind=kind,
        known_true=sum(true for true, _ in mine),
        false_alarms=sum(true and label in DOUBTED for true, label in mine),
        known_false=sum(not true for true, _ in mine),
        missed=sum(not true and label in ACCEPTED for true, label in mine),
    )


def _older(count: CanaryCount) -> KindCount:
    return KindCount(
        kind="changed",
        known_true=count.known_true,
        false_alarms=count.false_alarms,
        known_false=count.known_false,
        missed=count.missed,
    )


def _joined(some: Sequence[KindCount]) -> KindCount:
    sums = {name: sum(getattr(one, name) for one in some) for name in KindCount.__struct_fields__ if name != "kind"}
    return KindCount(kind=some[0].kind, **sums)


def _summed(kinds: tuple[KindCount, ...], runs: int) -> CanaryCount:
    return CanaryCount(
        known_true=sum(one.known_true for one in kinds),
        false_alarms=sum(one.false_alarms for one in kinds),
        known_false=sum(one.known_false for one in kinds),
        missed=sum(one.missed for one in kinds),
        runs=runs,
        kinds=kinds,
    )


def _excerpt(cited: Citation, source: ReportSource | None) -> Excerpt:
    quote = " ".join(cited.quote.split())
    around = " ".join(f"{cited.before}{cited.quote}{cited.after}".split())
    return Excerpt(quote, around, cited.heading or "", title=source.title if source else "")


def _retold(quote: str, random: Random) -> str:
    """In another notation where it holds one, else with who says so: word for word would be too easy."""
    others = retold(quote)
    return random.choice(others) if others else _LEAD + quote[:1].lower() + quote[1:]


def _falsified(quote: str, quotes: Sequence[str], names: Sequence[str], random: Random) -> str:
    for kind in random.sample(FALSE, len(FALSE)):
        changed = MUTATIONS[kind](quote, random, names)
        if changed and changed not in quotes:
            return changed
    return ""
