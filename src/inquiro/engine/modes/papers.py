"""A review without a model: what the sources say, in the order of a paper, each sentence theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import regex

from inquiro.core.phrases import phrases
from inquiro.core.types import ModeDraft, PaperSection, Pool, Worded
from inquiro.engine.meaning import meaning
from inquiro.engine.modes.extractive import implementations, worded
from inquiro.engine.modes.telling import Said, Told, best_found, nearest_titles, telling
from inquiro.engine.relevance import ENOUGH, stands_alone
from inquiro.engine.writing import compose

ABSTRACT, INTRODUCTION, LITERATURE = "Abstract", "Introduction", "Literature Review"
METHODOLOGY, IMPLEMENTATIONS = "Methodology", "Implementations"
HEADINGS = (ABSTRACT, INTRODUCTION, LITERATURE, METHODOLOGY, IMPLEMENTATIONS)
PER_SECTION = 3
PER_REVIEW = 5  # pages that say something of their own
LEAST_ABSTRACT = 2
NEAR_BEST = 0.55  # of the best sentence's value: a review is no place for asides
MOST_CODE = 2

_DEFINES = regex.compile(
    r"^(?P<what>[^,;:]{2,60}?) (?:is|are|means|refers to|describes|ist|sind|bedeutet|es|son|est|sont)"
    r" (?:an?|the|any|one of|eine?|der|die|das|una?|el|la|une?|le)\b"
)
_COMPARES = regex.compile(
    r"\b(?:compared (?:with|to)|trade-?offs?|instead of|rather than|versus|vs\.?|unlike|in contrast to|whereas|"
    r"im Vergleich|anstatt|im Gegensatz|en lugar de|comparado|au lieu de|par rapport)(?!\w)",
    regex.IGNORECASE,
)
_BUILDS = regex.compile(
    r"\b(?:librar(?:y|ies)|framework|packages?|decorator|SDK|command[- ]line|Bibliothek|Paket|biblioteca|paquete|"
    r"bibliothèque)\b|`[^`]+`",
    regex.IGNORECASE,
)


def paper(pool: Pool) -> ModeDraft:
    """The parts that there is evidence for; every sentence stands in the first that it fits, and only there."""
    told = telling(pool)
    least = NEAR_BEST * told[0].value if told else 0.0
    told = [one for one in told if one.value >= least and stands_alone(one.text)]
    if not told:
        return _nothing(pool)
    left, wanted = _Left(told), meaning(pool.plan.refined_query, pool.plan.language)
    titles = {one.title.casefold() for one in pool.documents}
    opening = [claim for claim in compose(pool.plan, pool.checklist, pool.facts).opening if claim.facts]
    abstract = [Worded(text=claim.text, facts=claim.facts) for claim in opening if not _names(claim.text, titles)]
    if best_found(pool) < ENOUGH:
        abstract = [Worded(text=phrases(pool.plan.language).indirect)]
    for one in abstract:
        left.said.add(one.text)
    abstract += left.take(lambda _: True, most=max(0, LEAST_ABSTRACT - len(abstract)), each=1)
    code = [one for item in implementations(pool, MOST_CODE).items for one in item.code][:MOST_CODE]
    parts = {
        ABSTRACT: abstract,
        IMPLEMENTATIONS: left.take(_builds),
        METHODOLOGY: left.take(_compares),
        INTRODUCTION: left.take(lambda text: _defines(text, wanted)),
        LITERATURE: left.take(lambda _: True, most=PER_REVIEW, each=1),
    }
    shown = {IMPLEMENTATIONS: tuple(code)}
    sections = [
        PaperSection(heading=name, sentences=tuple(parts[name]), code=shown.get(name, ()))
        for name in HEADINGS
        if parts[name] or shown.get(name)
    ]
    return ModeDraft(mode="freeform", sections=tuple(sections))


def _nothing(pool: Pool) -> ModeDraft:
    """One sentence that says so; five headings over nothing say no more."""
    wording = phrases(pool.plan.language)
    said = Worded(text=wording.nothing if pool.documents else wording.unread)
    return ModeDraft(
        mode="freeform", sections=(PaperSection(heading="", sentences=(said,)),), nearest=nearest_titles(pool)
    )


class _Left:
    """What nobody has said yet, best first."""

    def __init__(self, told: Sequence[Told]) -> None:
        self._told = list(told)
        self.said = Said()

    def take(self, fits: Callable[[str], bool], *, most: int = PER_SECTION, each: int = PER_SECTION) -> list[Worded]:
        """The best that fit, at most so many and so many a page; then as pages and their texts are ordered."""
        chosen: list[Told] = []
        pages: Counter[str] = Counter()
        for one in self._told:
            if (
                len(chosen) < most
                and pages[one.document.id] < each
                and fits(one.text)
                and not self.said.holds(one.text)
            ):
                chosen.append(one)
                pages[one.document.id] += 1
                self.said.add(one.text)
        self._told = [one for one in self._told if one not in chosen]
        first = {one.document.id: place for place, one in reversed(list(enumerate(chosen)))}
        return [worded(one) for one in sorted(chosen, key=lambda one: (first[one.document.id], one.start))]


def _names(text: str, titles: set[str]) -> bool:
    """A line that only gives a title: `Title: Task groups`."""
    return any(title and text.casefold().endswith(title) for title in titles)


def _defines(text: str, wanted: frozenset[str]) -> bool:
    """It says what something is that the query names."""
    found = _DEFINES.match(text)
    return found is not None and bool(wanted & meaning(found["what"]))


def _compares(text: str) -> bool:
    return bool(_COMPARES.search(text))


def _builds(text: str) -> bool:
    return bool(_BUILDS.search(text))
