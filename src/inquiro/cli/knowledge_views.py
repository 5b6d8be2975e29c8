"""The knowledge base in a terminal: what is known, how surely, since when, and the words it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.code_view import Code, Facts
from inquiro.cli.rows import INDENT, Paragraph
from inquiro.cli.text import count, plain, shortened
from inquiro.core.ages import ago
from inquiro.core.fences import fences, without_fences
from inquiro.core.knowledge_store import KnownThing
from inquiro.core.phrases import phrases
from inquiro.core.types import Ingested, Json, KnowledgeSize, Known, KnownEntity, KnownFact, KnownItem, KnownProof
from inquiro.present.sources import where

EMPTY = "Nothing is known yet. `inquiro knowledge add RUN` keeps what a run found; `inquiro runs list` shows the runs."
LONGEST_TITLE = 48
LONGEST_HEADLINE = 120
LONGEST_STATEMENT = 300
SHOWN_CLASHES = 2


def thing_of(known: Known) -> KnownThing:
    found = known.fact or known.entity or known.item
    assert found is not None
    return found


def as_json(thing: KnownThing) -> Json:
    """With a word for what it is in front."""
    kinds: Mapping[type, str] = {KnownFact: "fact", KnownEntity: "entity", KnownItem: "item"}
    return {"kind": kinds[type(thing)]} | thing.to_dict()


def summary(size: KnowledgeSize, now: datetime) -> str:
    """One line on how much is known."""
    parts = [
        count(size.facts, "fact"),
        count(size.entities, "name"),
        count(size.relations, "relation"),
        count(size.items, "item"),
    ]
    disputed = f"; {_pairs(size.contradictions)}" if size.contradictions else ""
    newest = f"; last added to {ago(size.newest, now)}" if size.newest else ""
    return f"{', '.join(parts)}, read in {count(size.documents, 'page')}{disputed}{newest}."


def taken_in(told: Ingested, run: str) -> Iterator[str]:
    """What one ingestion changed, a line for each thing worth knowing."""
    new = _counted(told, "new ")
    if told.merged:
        new.append(f"{count(told.merged, 'known fact')} found again")
    yield f"Run {run}: {', '.join(new)}." if new else f"Run {run}: nothing that was not known already."
    if told.contradictions:
        yield f"{_pairs(told.contradictions)}: both sides are kept, and marked wherever they are shown."
    for left_out in told.skipped:
        yield f"Left out: {left_out}"


def taken_back(gone: Ingested, run: str) -> Iterator[str]:
    """What a removal changed."""
    yield f"Run {run}: {', '.join(_counted(gone)) or 'nothing'} taken back."
    if gone.merged:
        yield f"{count(gone.merged, 'fact')} that other runs found too {'stays' if gone.merged == 1 else 'stay'}."


def _counted(told: Ingested, which: str = "") -> list[str]:
    kinds = {"fact": told.facts, "name": told.entities, "relation": told.relations, "item": told.items}
    return [count(number, which + noun) for noun, number in (kinds | {"page": told.documents}).items() if number]


class KnownList:
    """What a search found, best first."""

    def __init__(self, found: Sequence[Known], now: datetime) -> None:
        self.found, self.now = found, now

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, one in enumerate(self.found):
            if number:
                yield ""
            thing = thing_of(one)
            yield Paragraph(Text(shortened(headline(thing), LONGEST_STATEMENT)), indent=0)
            marks = [Text(f"⚠ {mark}", style="yellow") for mark in _clashes(thing)]
            yield Facts([*marks, *(Text(fact, style="dim") for fact in _told_of(thing, self.now))], INDENT)


class KnownView:
    """One thing with everything it rests on; `others` are the facts that it names by their ids."""

    def __init__(self, thing: KnownThing, others: Mapping[str, KnownFact], now: datetime) -> None:
        self.thing, self.others, self.now = thing, others, now

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        thing = self.thing
        yield Paragraph(Text(headline(thing), style="bold"), indent=0)
        yield Facts([Text(part, style="dim") for part in (thing.id, *_standing(thing, self.now))], 0)
        if isinstance(thing, KnownFact):
            yield from self._against(thing)
            yield from _quoted("Read in", thing.proofs, self.now)
        elif isinstance(thing, KnownEntity):
            yield from self._related(thing)
        else:
            yield from _content(thing)
            yield from _quoted("Read in", thing.proofs, self.now)

    def _against(self, fact: KnownFact) -> Iterator[RenderableType]:
        if fact.opposed:
            yield from _heading("Contradicted by")
        kinds = phrases("en").kinds
        for one in fact.opposed:
            other = self.others.get(one.fact_id)
            yield Paragraph(Text(plain(other.statement) if other else one.fact_id, style="yellow"))
            why = (one.fact_id if other else "", plain(one.explanation) or kinds[one.kind])
            yield Facts([Text(part, style="dim") for part in why if part], INDENT * 2)

    def _related(self, entity: KnownEntity) -> Iterator[RenderableType]:
        if entity.relations:
            yield from _heading("What is said of it")
        for one in entity.relations:
            yield Paragraph(Text(f"{plain(one.subject)} {plain(one.predicate)} {plain(one.object)}"))
            if one.proof:
                yield from _proof(one.proof, self.now, INDENT * 2)


def headline(thing: KnownThing) -> str:
    if isinstance(thing, KnownFact):
        return plain(thing.statement)
    if isinstance(thing, KnownEntity):
        also = f", also {', '.join(map(plain, thing.aliases))}" if thing.aliases else ""
        return f"{plain(thing.name)} ({plain(thing.entity_type)}{also})"
    return shortened(
        without_fences(thing.content) or thing.title or thing.source, LONGEST_HEADLINE
    )  # not its page's title


def _told_of(thing: KnownThing, now: datetime) -> list[str]:
    """The line below a headline in a list."""
    if isinstance(thing, KnownEntity):
        known = [count(thing.mentions, "mention"), count(len(thing.relations), "relation") if thing.relations else ""]
    elif isinstance(thing, KnownFact):
        known = [*_sure(thing), _age(thing.proofs, now), _source(thing.proofs)]
    else:
        read = _source(thing.proofs) or plain(where(thing.source))
        known = [thing.mode, _age(thing.proofs, now), read, f"for “{plain(thing.query)}”" if thing.query else ""]
    return [part for part in (thing.id, *known, *_private(thing)) if part]


def _standing(thing: KnownThing, now: datetime) -> list[str]:
    """The line below the headline of the one thing that is shown."""
    runs = f"from {'run' if len(thing.runs) == 1 else 'runs'} {', '.join(run[:8] for run in thing.runs)}"
    known = [runs if thing.runs else "", *_private(thing)]
    if isinstance(thing, KnownEntity):
        return [part for part in (count(thing.mentions, "mention"), *known) if part]
    added = f"added {_day(thing.last_added)}" if thing.last_added else ""
    if isinstance(thing, KnownFact):
        return [part for part in (*_sure(thing), _age(thing.proofs, now), *known, added) if part]
    asked = f"for “{plain(thing.query)}”" if thing.query else ""
    return [part for part in (thing.mode, asked, plain(thing.source), *known, added) if part]


def _sure(fact: KnownFact) -> tuple[str, str]:
    return f"confidence {fact.confidence:.2f}", count(fact.origins, "origin")


def _age(proofs: Iterable[KnownProof], now: datetime) -> str:
    """Since when it has been known, and when it was seen last."""
    read = sorted(proof.fetched_at for proof in proofs if proof.fetched_at)
    return f"read {ago(read[-1], now)}" if read else ""


def _source(proofs: Sequence[KnownProof]) -> str:
    """The first page, and how many more."""
    pages = list(dict.fromkeys((proof.title, proof.url) for proof in proofs))
    if not pages:
        return ""
    title, url = pages[0]
    named = f"{shortened(title, LONGEST_TITLE)} ({plain(where(url))})" if title else plain(where(url))
    return named + (f" and {len(pages) - 1} more" if len(pages) > 1 else "")


def _clashes(thing: KnownThing) -> list[str]:
    if not isinstance(thing, KnownFact) or not thing.opposed:
        return []
    named = ", ".join(one.fact_id for one in thing.opposed[:SHOWN_CLASHES])
    more = len(thing.opposed) - SHOWN_CLASHES
    return [f"contradicted by {named}" + (f" and {more} more" if more > 0 else "")]


def _private(thing: KnownThing) -> list[str]:
    return ["private"] if thing.private else []


def _quoted(title: str, proofs: Sequence[KnownProof], now: datetime) -> Iterator[RenderableType]:
    if proofs:
        yield from _heading(title)
    for proof in proofs:
        yield from _proof(proof, now, INDENT)


def _proof(proof: KnownProof, now: datetime, indent: int) -> Iterator[RenderableType]:
    """The exact words, then where they stand and when they were read."""
    yield Paragraph(Text(f"“{plain(proof.quote)}”"), indent)
    place = (
        shortened(proof.title, LONGEST_TITLE),
        plain(proof.url),
        f"page {proof.page}" if proof.page is not None else "",
        f"under “{shortened(proof.heading, LONGEST_TITLE)}”" if proof.heading else "",
        f"published {plain(proof.published)}" if proof.published else "",
        f"read {_day(proof.fetched_at)}, {ago(proof.fetched_at, now)}" if proof.fetched_at else "",
        "private" if proof.private else "",
    )
    yield Facts([Text(part, style="dim") for part in place if part], indent + INDENT)


def _content(item: KnownItem) -> Iterator[RenderableType]:
    """Prose as prose and code as code, in the order of the item."""
    at = 0
    for fence in fences(item.content):
        yield from _prose(item.content[at : fence.start])
        yield ""
        yield Code(fence.code, fence.language)
        at = fence.end
    yield from _prose(item.content[at:])


def _prose(text: str) -> Iterator[RenderableType]:
    for paragraph in text.split("\n\n"):
        if said := plain(paragraph):
            yield ""
            yield Paragraph(Text(said))


def _heading(text: str) -> Iterator[RenderableType]:
    yield ""
    yield Text(text, style="bold cyan")


def _pairs(number: int) -> str:
    return "1 pair of facts that does not fit" if number == 1 else f"{number:,} pairs of facts that do not fit"


def _day(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d}" if at else ""
