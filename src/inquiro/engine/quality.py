"""How much a hit can be trusted before it is read: a sum of plain terms, each shown with its number.

Whether sources are independent of each other is not seen in one hit: the analysis counts origins.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import msgspec

from inquiro.core.types import SourceResult
from inquiro.engine.domains import DomainConfiguration
from inquiro.engine.publishers import UNKNOWN, Publisher, host_of, publisher_kinds, publisher_of

START, LOWEST, HIGHEST = 0.40, 0.05, 0.95
SUITABLE = 0.10
PEER_REVIEWED, NOT_REVIEWED = 0.15, -0.05
MOST_FOR_CITATIONS, PER_TENFOLD, UNCITED = 0.15, 0.06, -0.05
CURRENT, DATED, OLD = 0.05, -0.05, -0.10
SIGNED, HAS_DATE, ABSTRACT_ONLY = 0.03, 0.02, -0.05
_OWN = frozenset({"local", "vault", "knowledge"})  # judged where they are kept
_SCHOLARLY = frozenset({"academic", "pubmed"})
_PREPRINT_VENUE = re.compile(
    r"\b(?:(?:ar|bior|medr|chemr|psyar|techr|earthar)xiv|ssrn|research square|preprints?)\b", re.IGNORECASE
)
Term = tuple[str, float]


def judged(hit: SourceResult, today_year: int, domain: DomainConfiguration) -> SourceResult:
    """The hit with its quality and the reasons; the user's own documents keep the score they came with."""
    if hit.source_type in _OWN:
        return hit
    terms = [(text, round(value, 2)) for text, value in _terms(hit, today_year, domain)]
    reasons = (f"starts at {START:.2f}", *(f"{text} {value:+.2f}" for text, value in terms))
    score = min(HIGHEST, max(LOWEST, START + sum(value for _, value in terms)))
    if hit.retracted:
        score, reasons = LOWEST, (f"retracted: {LOWEST:.2f} whatever else speaks for it", *reasons)
    return msgspec.structs.replace(hit, quality_score=round(score, 2), quality_reasons=reasons)


def publisher(hit: SourceResult) -> Publisher:
    """Who published the work; an index only lists what others published."""
    found = publisher_of(host_of(hit.url))
    kinds = publisher_kinds()
    if found.kind == "journal" or not (found.kind == "index" or hit.source_type in _SCHOLARLY):
        return found
    if _is_preprint(hit):
        return kinds["preprint"]
    published = hit.venue or hit.doi or hit.pmid or hit.pmcid
    if found.kind in ("index", "unknown", "preprint"):
        return kinds["journal"] if published and hit.peer_reviewed is not False else found
    return found


def _terms(hit: SourceResult, today_year: int, domain: DomainConfiguration) -> Iterator[Term]:
    who = publisher(hit)
    yield (who.label if who != UNKNOWN else f"{who.label} {host_of(hit.url)}".strip()), who.weight
    if who.kind in domain.suitable_publishers:
        yield f"such publishers know the field ({domain.domain.replace('_', ' ')})", SUITABLE
    year = known_year(hit, today_year)
    yield from _review(hit, who)
    yield from _citations(hit, year, today_year)
    yield from _age(year, today_year, domain.fresh_years)
    if hit.authors:
        yield "names its authors", SIGNED
    if year is not None:
        yield "dated", HAS_DATE
    readable = hit.full_content or hit.open_access_url or hit.pmcid or hit.arxiv_id
    if hit.source_type in _SCHOLARLY and not readable:
        yield "only its abstract is known to be open", ABSTRACT_ONLY


def known_year(hit: SourceResult, today_year: int) -> int | None:
    """The year a hit gives, unless it lies ahead; journals print next year's issue."""
    written = re.match(r"\d{4}", hit.published or "")
    year = hit.year if hit.year is not None else int(written[0]) if written else None
    return year if year is not None and 1000 <= year <= today_year + 1 else None


def _review(hit: SourceResult, who: Publisher) -> Iterator[Term]:
    if hit.peer_reviewed:
        yield "peer reviewed", PEER_REVIEWED
    elif who.kind == "preprint" or hit.peer_reviewed is False:
        yield "not peer reviewed", NOT_REVIEWED


def _citations(hit: SourceResult, year: int | None, today_year: int) -> Iterator[Term]:
    """By the year, since old works had more time to be cited; ten times as many count one step more."""
    if hit.citations is None:
        return
    age = max(today_year - year, 0) if year is not None else 5
    if hit.citations > 0:
        worth = PER_TENFOLD * math.log10(1 + hit.citations / (age + 1))
        yield f"cited {hit.citations} times in {age + 1} years", min(MOST_FOR_CITATIONS, worth)
    elif age >= 3:
        yield f"not cited in {age} years", UNCITED


def _age(year: int | None, today_year: int, fresh_years: int) -> Iterator[Term]:
    if year is None:
        return
    age = today_year - year
    if age <= fresh_years / 2:
        yield f"from {year}, current in its field", CURRENT
    elif age > 3 * fresh_years:
        yield f"from {year}, old in its field", OLD
    elif age > fresh_years:
        yield f"from {year}, dated in its field", DATED


def _is_preprint(hit: SourceResult) -> bool:
    if hit.peer_reviewed:
        return False
    own = bool(hit.arxiv_id) and not (hit.doi and not hit.doi.startswith("10.48550/"))
    return own or publisher_of(host_of(hit.url)).kind == "preprint" or bool(_PREPRINT_VENUE.search(hit.venue or ""))
