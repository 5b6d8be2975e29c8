"""A review without a model: what the sources say, in the order of a paper, each sentence theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import regex

from inquiro.core.phrases import phrases
from inquiro.core.types import ModeDraft, PaperSection, Pool, Worded
from inquiro.engine.facets import BY_ID, cued
from inquiro.engine.modes.extractive import implementations, worded
from inquiro.engine.modes.telling import Said, Told, telling
from inquiro.engine.writing import compose

ABSTRACT, INTRODUCTION, LITERATURE = "Abstract", "Introduction", "Literature Review"
METHODOLOGY, IMPLEMENTATIONS = "Methodology", "Implementations"
HEADINGS = (ABSTRACT, INTRODUCTION, LITERATURE, METHODOLOGY, IMPLEMENTATIONS)
PER_SECTION = 6
LEAST_ABSTRACT = 3
MOST_CODE = 2
HOW = BY_ID["how"]

_INTRODUCES = regex.compile(
    r"\b(?:is|are|was|were) (?:an?|the|one of)\b|\b(?:means?|refers? to|defined? as|known as|problem|challenge|goal|aims?|"
    r"important|in order to)\b|\b(?:ist|sind) (?:eine?|der|die|das)\b|bedeutet|\b(?:es|son) (?:un|una|el|la)\b",
    regex.IGNORECASE,
)
_METHOD = regex.compile(
    r"\b(?:method|approach|technique|algorithm|procedure|strategy|compar\w+|trade-?offs?|instead of|rather than|versus|vs\.?|"
    r"measured|model|step|works by|Verfahren|Ansatz|Methode|método|enfoque)\b",
    regex.IGNORECASE,
)
_BUILDS = regex.compile(
    r"\b(?:librar(?:y|ies)|framework|packages?|tools?|install\w*|implement\w*|functions?|class|API|SDK|command|configur\w+|"
    r"parameters?|settings?|code|script|runs? on|deploy\w*|Bibliothek|Werkzeug|biblioteca|herramienta)\b|`[^`]+`|\w+\(\)",
    regex.IGNORECASE,
)


def paper(pool: Pool) -> ModeDraft:
    """Every sentence stands in the first part that it fits, and only there."""
    told = telling(pool)
    left = _Left(told)
    opening = [claim for claim in compose(pool.plan, pool.checklist, pool.facts).opening if claim.facts]
    abstract = [Worded(text=claim.text, facts=claim.facts) for claim in opening]
    for claim in opening:
        left.said.add(claim.text)
    abstract += left.take(lambda _: True, most=max(0, LEAST_ABSTRACT - len(abstract)), each=1)
    parts = {
        ABSTRACT: abstract,
        IMPLEMENTATIONS: left.take(_builds),
        METHODOLOGY: left.take(_methodical),
        INTRODUCTION: left.take(_introducing),
        LITERATURE: left.take(lambda _: True, each=1),
    }
    code = [one for item in implementations(pool, MOST_CODE).items for one in item.code][:MOST_CODE]
    silent = (Worded(text=phrases(pool.plan.language).silent),)
    shown = {IMPLEMENTATIONS: tuple(code)}
    sections = [
        PaperSection(
            heading=name, sentences=tuple(parts[name]) or (() if shown.get(name) else silent), code=shown.get(name, ())
        )
        for name in HEADINGS
    ]
    return ModeDraft(mode="freeform", sections=tuple(sections))


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


def _introducing(text: str) -> bool:
    return bool(_INTRODUCES.search(text))


def _methodical(text: str) -> bool:
    return bool(_METHOD.search(text)) or cued(HOW, text)


def _builds(text: str) -> bool:
    return bool(_BUILDS.search(text))
