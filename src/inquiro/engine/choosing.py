"""Which sources a run asks, in which order, and who stands in when one fails.

What a domain says about a source is the expectation before anything is known: so many imagined tries, so many of
them useful. What earlier runs gained from the source is added to it, so a new source starts where the domain puts
it and an old one stands where its record put it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from inquiro.core.ranking import VERIFIED_WEIGHT
from inquiro.core.types import ProviderKind, SourceRecord, Value
from inquiro.engine.domains import DomainConfiguration

AT_ONCE = 6  # sources outside this machine that one round asks
MOST_OF_A_KIND = 4  # while another kind still waits: the fifth web search mostly repeats the first four
WORTH_ASKING = 0.2  # below this a source is only asked when another failed
IMAGINED_TRIES = 10.0
PRIMARY, SECONDARY, PER_PLACE = 0.75, 0.50, 0.02
OWN_KINDS: frozenset[ProviderKind] = frozenset({"local", "vault", "knowledge"})
_OTHERS: dict[ProviderKind, float] = {"web": 0.35, "academic": 0.3, "reference": 0.3, "registry": 0.1}
_ACADEMIC_WANTED: dict[ProviderKind, float] = {"web": 0.3, "academic": 0.45, "reference": 0.25, "registry": 0.1}
FINDS_COPIES = "unpaywall"  # answers for a DOI, not for a question
HOST = "host:"  # how the memory of sources names a host
OFTEN_BLOCKED = 2
READS_SITES = "crawler"  # answers only for sites that the user named


class Source(Protocol):
    """As much of a search provider as choosing needs."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> ProviderKind: ...


class Ranked(Value, frozen=True, kw_only=True):
    """A source with what it is expected to give, 0 to 1, and why."""

    name: str
    kind: ProviderKind
    score: float
    reasons: tuple[str, ...] = ()


class Chosen(NamedTuple):
    """Who is asked now, and who waits, best first."""

    asked: tuple[Ranked, ...]
    reserve: tuple[Ranked, ...]


def rank_sources(
    domain: DomainConfiguration, records: Sequence[SourceRecord], available: Sequence[Source]
) -> list[Ranked]:
    """Every available source that the domain does not exclude, best first; the faster one where two are equal."""
    known = {record.source: record for record in records}
    ranked = [
        _ranked(domain, source, known.get(source.name))
        for source in available
        if source.name not in domain.excluded_sources
    ]
    return sorted(ranked, key=lambda one: (-one.score, _seconds(known.get(one.name)), one.name))


def chosen(
    ranked: Sequence[Ranked], limit: int = AT_ONCE, *, academic_required: bool = False, sites: bool = False
) -> Chosen:
    """Who is asked at once, and who waits. What lies on this machine is always asked and takes nobody's place."""
    own = [one for one in ranked if one.kind in OWN_KINDS]
    outside = [one for one in ranked if one.kind not in OWN_KINDS and (sites or one.name != READS_SITES)]
    searching = [one for one in outside if one.name != FINDS_COPIES]
    candidates = searching or ([] if own else outside)
    worth = [one for one in candidates if one.score >= WORTH_ASKING] or candidates[:1]
    asked = _with_academic(_spread(worth, limit), candidates, limit) if academic_required else _spread(worth, limit)
    names = {one.name for one in asked}
    order = [one for one in ranked if one.kind in OWN_KINDS or one.name in names]
    return Chosen(tuple(order), tuple(one for one in worth if one.name not in names))


def closed_hosts(records: Sequence[SourceRecord]) -> tuple[str, ...]:
    """Hosts that blocked earlier runs again and again and never gave anything."""
    return tuple(
        sorted(
            record.source.removeprefix(HOST)
            for record in records
            if record.source.startswith(HOST) and record.blocked >= OFTEN_BLOCKED and record.gained <= 0
        )
    )


def fallback_for(failed: str, reserve: Sequence[Ranked], kinds: Mapping[str, ProviderKind]) -> str | None:
    """Who stands in for a source that failed: the best that waits of its kind, else the best that waits."""
    waiting = [one for one in reserve if one.name != failed]
    same = [one for one in waiting if one.kind == kinds.get(failed)]
    return next((one.name for one in (*same, *waiting)), None)


def _ranked(domain: DomainConfiguration, source: Source, record: SourceRecord | None) -> Ranked:
    expected, why = _expected(domain, source)
    useful, vain = _outcomes(record)
    score = (expected * IMAGINED_TRIES + useful) / (IMAGINED_TRIES + useful + vain)
    reasons = (f"{why} ({expected:.2f})", *_told(record, score))
    return Ranked(name=source.name, kind=source.kind, score=round(score, 4), reasons=reasons)


def _expected(domain: DomainConfiguration, source: Source) -> tuple[float, str]:
    field = domain.domain.replace("_", " ")
    if source.kind in OWN_KINDS:
        return PRIMARY, "what earlier research found" if source.kind == "knowledge" else "what you gave is always asked"
    if source.name in domain.primary_sources:
        return PRIMARY - PER_PLACE * domain.primary_sources.index(source.name), f"first choice for {field}"
    if source.name in domain.secondary_sources:
        return SECONDARY - PER_PLACE * domain.secondary_sources.index(source.name), f"second choice for {field}"
    fits = _ACADEMIC_WANTED if domain.academic_required else _OTHERS
    return fits.get(source.kind, 0.1), f"{source.kind} source that {field} does not name"


def _outcomes(record: SourceRecord | None) -> tuple[float, float]:
    """Useful and vain tries: a verified fact counts half again, a blocked page as one more try in vain."""
    if record is None:
        return 0.0, 0.0
    useful = max(record.gained, 0.0) + VERIFIED_WEIGHT * max(record.verified, 0.0)
    return useful, max(record.tried - record.gained, 0.0) + max(record.blocked, 0.0)


def _told(record: SourceRecord | None, score: float) -> Iterator[str]:
    if record is None or record.tried + record.gained + record.blocked <= 0:
        return
    yield f"earlier runs: {record.gained:g} of {record.tried:g} tries useful, {record.verified:g} verified"
    if record.blocked > 0:
        yield f"blocked {record.blocked:g} times"
    if record.tried > 0 and record.seconds > 0:
        yield f"{_seconds(record):.1f} s per try"
    yield f"together {score:.2f}"


def _seconds(record: SourceRecord | None) -> float:
    return record.seconds / record.tried if record and record.tried > 0 else 0.0


def _spread(worth: Sequence[Ranked], limit: int) -> list[Ranked]:
    """The best, but not only of one kind; places that no other kind takes go to the next best all the same."""
    taken: list[Ranked] = []
    for one in worth:
        if len(taken) < limit and sum(other.kind == one.kind for other in taken) < MOST_OF_A_KIND:
            taken.append(one)
    left = [one for one in worth if one not in taken]
    return [*taken, *left[: limit - len(taken)]]


def _with_academic(asked: list[Ranked], candidates: Sequence[Ranked], limit: int) -> list[Ranked]:
    """At least one academic source, in the place of the last one if need be."""
    academic = next((one for one in candidates if one.kind == "academic"), None)
    if academic is None or limit < 1 or any(one.kind == "academic" for one in asked):
        return asked
    return [*asked[: limit - 1], academic]
