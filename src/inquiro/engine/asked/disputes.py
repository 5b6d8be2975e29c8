"""Contradictions that a model saw, as far as they hold between facts that it was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inquiro.core.types import Contradiction, ContradictionKind, ContradictionSide, Fact
from inquiro.engine.harmless import as_words, shortened

LONGEST_ABOUT = 80
LONGEST_EXPLANATION = 240
LONGEST_VALUE = 90
MOST = 6


class Disputed(NamedTuple):
    facts: Sequence[str]
    about: str
    kind: ContradictionKind
    explanation: str


def contradictions(said: Sequence[Disputed], facts: Mapping[str, Fact]) -> tuple[Contradiction, ...]:
    """Each between at least two documents, oldest side first; what names unknown facts falls away."""
    found: dict[frozenset[str], Contradiction] = {}
    for one in said:
        sides = [facts[name] for name in dict.fromkeys(one.facts) if name in facts and facts[name].origin_ids]
        if len({fact.origin_ids[0] for fact in sides}) < 2:
            continue
        sides.sort(key=lambda fact: (fact.published or "", int(fact.id[1:])))
        about = as_words(one.about, LONGEST_ABOUT) or shortened(sides[-1].statement, LONGEST_ABOUT)
        found.setdefault(
            frozenset(fact.id for fact in sides),
            Contradiction(
                about=about,
                kind=one.kind,
                explanation=as_words(one.explanation, LONGEST_EXPLANATION),
                sides=tuple(_side(fact, sides) for fact in sides),
            ),
        )
    return tuple(found.values())[:MOST]


def _side(fact: Fact, sides: Sequence[Fact]) -> ContradictionSide:
    """Told by its figure where that tells it from the others, else by its words."""
    figure = fact.quantities[0].text if fact.quantities else ""
    alone = figure and not any(
        figure == other.quantities[0].text for other in sides if other is not fact and other.quantities
    )
    return ContradictionSide(
        statement=fact.statement,
        fact_id=fact.id,
        document_id=fact.origin_ids[0],
        value=figure if alone else shortened(fact.statement, LONGEST_VALUE),
        published=fact.published,
    )
