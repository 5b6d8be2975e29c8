"""Doubles for which every call takes the same time and no work."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count

import msgspec

from inquiro.core.events import Emit
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import (
    Assessment,
    Availability,
    ChecklistItem,
    Contradiction,
    Document,
    Draft,
    DraftClaim,
    Entity,
    Fact,
    Filters,
    Finding,
    Loss,
    Passage,
    Plan,
    ProviderKind,
    Query,
    SourceResult,
    SourceType,
)

SECONDS = 0.3
_TOPICS = ("cost of planting", "who pays", "water in dry summers", "failure in narrow streets", "cooling at noon")
_numbers = count()  # over all runs: no run may profit from what another one read


class Sleeper:
    """A source: ten pages that nobody has seen for every search."""

    name = "sleeper"
    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    requests_per_second = 0.0
    leaves_machine = "nothing, but it behaves as if"
    keys: tuple[str, ...] = ()

    def __init__(self, _context: ProviderContext) -> None:
        pass

    def availability(self) -> Availability:
        return Availability(available=True)

    async def prepare(self, _emit: Emit) -> list[Loss]:
        await asyncio.sleep(SECONDS)
        return []

    async def search(self, _query: str, max_results: int, _filters: Filters) -> list[SourceResult]:
        hits = [_hit(next(_numbers), self.name) for _ in range(max_results)]
        await asyncio.sleep(SECONDS)
        return hits

    async def open(self, hit: SourceResult) -> Document:
        await asyncio.sleep(SECONDS)
        text = _page(int(hit.url.rsplit("/", 1)[1]))
        return Document(
            id=hashlib.sha256(hit.url.encode()).hexdigest()[:32],
            url=hit.url,
            title=hit.title,
            text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
            media_type="text/plain",
            fetched_at=datetime.now(UTC),
            source_name=self.name,
        )


class OnlySleeper:
    """A registry with one name."""

    def names(self) -> list[str]:
        return [Sleeper.name]

    def is_built_in(self, _name: str) -> bool:
        return True

    def get(self, _name: str) -> Callable[[ProviderContext], Sleeper]:
        return Sleeper


class SleepingReasoner:
    """Thinks as a model does, seen from here: four kinds of calls that each take a while, and none that computes."""

    name = "sleeping"
    model = ""

    async def clarify(self, _question: str, _context: str, _answers: Sequence[str]) -> str | None:
        return None

    async def plan(self, question: str, _context: str, _answers: Sequence[str]) -> Plan:
        await asyncio.sleep(SECONDS)
        items = tuple(ChecklistItem(id=f"c{at}", description=topic) for at, topic in enumerate(_TOPICS))
        return Plan(refined_query=question, checklist=items, queries=_queries(items, 1))

    async def extract(
        self, _plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], _known: Sequence[Fact]
    ) -> list[Finding]:
        await asyncio.sleep(SECONDS)
        items = [item.id for item in checklist]
        return [_finding(passage, items[at % len(items)]) for at, passage in enumerate(passages)]

    async def assess(
        self,
        _plan: Plan,
        checklist: Sequence[ChecklistItem],
        _facts: Sequence[Fact],
        *,
        entities: Sequence[Entity],  # noqa: ARG002
        tried: Sequence[str],  # noqa: ARG002
        round_number: int,
    ) -> Assessment:
        """One item is answered in each round, so that the rounds follow each other."""
        await asyncio.sleep(SECONDS)
        judged = tuple(
            msgspec.structs.replace(item, status="satisfied") if at < round_number else item
            for at, item in enumerate(checklist)
        )
        return Assessment(checklist=judged, queries=_queries(judged, round_number + 1))

    async def write(
        self,
        _plan: Plan,
        _checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        _contradictions: Sequence[Contradiction],
    ) -> Draft:
        await asyncio.sleep(SECONDS)
        return Draft(opening=tuple(DraftClaim(text=fact.statement, facts=(fact.id,)) for fact in facts[:20]))


def _queries(items: Sequence[ChecklistItem], number: int) -> tuple[Query, ...]:
    return tuple(Query(text=f"{item.description} {number}", items=(item.id,)) for item in items if not item.satisfied)


def _finding(passage: Passage, item: str) -> Finding:
    quote = passage.text.split(". ", 1)[0] + "."
    town = quote.split()[1]
    return Finding(
        document_id=passage.document_id,
        statement=quote,
        quote=quote,
        start=passage.start,
        scores={item: 0.8},
        entities=(town,),
    )


def _hit(number: int, source: str) -> SourceResult:
    title = f"Report {number} on street trees"
    return SourceResult(url=f"https://example.org/{number}", title=title, snippet=title, source_name=source)


def _page(number: int) -> str:
    """About 500 words; what it says differs from page to page, so that no round is saturated."""
    place = f"Town{number:03}"
    paragraphs = [
        f"In {place} the {topic} was recorded in {1950 + number % 70} as {number * 17 + at * 31} units per street. "
        f"Officer {place}berg of the {topic} office said that street trees were counted {number + at} times. "
        f"The neighbours of {place} keep records of the {topic} and compare them with those of other towns every year. "
        for at, topic in enumerate(_TOPICS)
    ]
    return "\n\n".join(paragraph * 2 for paragraph in paragraphs)
