"""Where an item stands among the others: how much it is about the query, how far its source can be trusted, and, for
code, how complete it is."""

from __future__ import annotations

import msgspec

from inquiro.core.types import Document, Fact, Pool, Ranking
from inquiro.engine.meaning import meaning

RELEVANCE, AUTHORITY = 0.6, 0.4
SAME_PAGE = 0.2
CODE_RELEVANCE, CODE_AUTHORITY, CODE_COMPLETENESS = 0.45, 0.25, 0.3
TITLE = 0.4  # of a word that the item's own text does not hold
OWN, PAGE = 0.6, 0.4  # of relevance: the item's own words, and how its page stands to the question


class Ranks:
    """Over one pool; asked for every item."""

    def __init__(self, pool: Pool) -> None:
        self._wanted = meaning(pool.plan.refined_query, pool.plan.language)
        self._language = pool.plan.language
        self._standing = _standings(pool.facts, pool.documents)

    def of(self, text: str, document: Document, complete: tuple[float, tuple[str, ...]] | None = None) -> Ranking:
        own, said = self._share(text, document.title)
        page = self._standing.get(document.id, 0.0)
        relevance = OWN * own + PAGE * page if page else own
        reasons = [said, *document.quality_reasons[:2]]
        authority = 0.0 if document.retracted else document.quality
        if document.retracted:
            reasons.append("retracted")
        if complete is None:
            score = RELEVANCE * relevance + AUTHORITY * authority
            return Ranking(
                relevance=round(relevance, 3),
                authority=round(authority, 3),
                score=round(score, 3),
                reasons=tuple(reasons),
            )
        whole, why = complete
        score = CODE_RELEVANCE * relevance + CODE_AUTHORITY * authority + CODE_COMPLETENESS * whole
        return Ranking(
            relevance=round(relevance, 3),
            authority=round(authority, 3),
            completeness=round(whole, 3),
            score=round(score, 3),
            reasons=(*reasons, *why),
        )

    def _share(self, text: str, title: str) -> tuple[float, str]:
        """How many of the words asked for stand in a text; one that only the title holds counts for less."""
        if not self._wanted:
            return 0.0, "the query has no word to look for"
        own = self._wanted & meaning(text, self._language)
        lent = (self._wanted & meaning(title, self._language)) - own
        share = (len(own) + TITLE * len(lent)) / len(self._wanted)
        told = f"{len(own)} of the {len(self._wanted)} words asked for"
        return share, told + (f", {len(lent)} more in the title" if lent else "")


def after_others(ranking: Ranking, earlier: int) -> Ranking:
    """The rank of an item whose page has given so many better ones already: other voices are worth more."""
    if not earlier:
        return ranking
    reasons = (*ranking.reasons, f"{earlier} more from the same page")
    return msgspec.structs.replace(ranking, score=round(ranking.score - SAME_PAGE * earlier, 3), reasons=reasons)


def _standings(facts: tuple[Fact, ...], documents: tuple[Document, ...]) -> dict[str, float]:
    """Of the documents that facts were found in, as the run ranked them; the best one's is 1."""
    by_url: dict[str, float] = {}
    for fact in facts:
        for url in fact.sources:
            by_url[url] = max(by_url.get(url, 0.0), fact.standing)
    best = max(by_url.values(), default=0.0)
    return {one.id: by_url[one.url] / best for one in documents if best and one.url in by_url}
