"""Contradictions that a model saw, as far as they hold between facts that it was shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inquiro.core.types import Contradiction, ContradictionKind, ContradictionSide, Fact
from inquiro.engine.asked.listing import first_sentence
from inquiro.engine.harmless import as_words, shortened, unlinked
from inquiro.engine.label_words import claims_more, held_by
from inquiro.retrieval.words import content_tokens

LONGEST_ABOUT = 80
LONGEST_EXPLANATION = 240
LONGEST_VALUE = 90
LONGEST_TITLE = 80
MOST = 6
ALIKE = 0.3  # of the words of the shorter statement
FEW = 4  # words say no more than what kind of difference it is
OWN = 0.5  # of the words in what a model adds

_FACT_ID = re.compile(r"\bf\d{1,5}\b")


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
        if len({fact.origin_ids[0] for fact in sides}) < 2 or not _of_one_thing(sides):
            continue
        sides.sort(key=lambda fact: (fact.published or "", int(fact.id[1:])))
        about = _subject(as_words(one.about, LONGEST_ABOUT), sides)
        found.setdefault(
            frozenset(fact.id for fact in sides),
            Contradiction(
                about=about or shortened(unlinked(sides[-1].statement), LONGEST_ABOUT),
                kind=one.kind,
                explanation=_in_their_words(_explained(one, facts), sides),
                sides=tuple(_side(fact, sides) for fact in sides),
            ),
        )
    return tuple(found.values())[:MOST]


def _explained(one: Disputed, facts: Mapping[str, Fact]) -> str:
    """In one sentence; a reader knows documents by their titles, and ids not at all."""

    def title(found: re.Match[str]) -> str:
        fact = facts.get(found[0])
        return f"“{shortened(unlinked(fact.title), LONGEST_TITLE)}”" if fact and fact.title else "one source"

    return first_sentence(_FACT_ID.sub(title, as_words(one.explanation, LONGEST_EXPLANATION)))


def _of_one_thing(sides: Sequence[Fact]) -> bool:
    """Statements that share hardly a word do not contradict one another, whatever a model says."""
    first, *others = (set(content_tokens(fact.statement)) for fact in sides)
    return all(len(first & other) >= ALIKE * min(len(first), len(other)) for other in others)


def _in_their_words(said: str, sides: Sequence[Fact]) -> str:
    """What a model adds is kept as far as it speaks of what the facts speak of."""
    words = set(content_tokens(said))
    known = {term for fact in sides for term in content_tokens(fact.statement)}
    return said if len(words) <= FEW or len(words & known) >= OWN * len(words) else ""


def _subject(said: str, sides: Sequence[Fact]) -> str:
    """What a model calls the matter, as long as it has to do with it and names or counts nothing that no side does."""
    known = {term for fact in sides for term in content_tokens(fact.statement)}
    return "" if claims_more(said, held_by(sides)) or not known & set(content_tokens(said)) else said


def _side(fact: Fact, sides: Sequence[Fact]) -> ContradictionSide:
    """Told by its figure where that tells it from the others, else by its words."""
    figure = fact.quantities[0].text if fact.quantities else ""
    if figure in fact.title:  # the number of a document, such as PEP 690, measures nothing
        figure = ""
    alone = figure and not any(
        figure == other.quantities[0].text for other in sides if other is not fact and other.quantities
    )
    return ContradictionSide(
        statement=fact.statement,
        fact_id=fact.id,
        document_id=fact.origin_ids[0],
        value=figure if alone else shortened(unlinked(fact.statement), LONGEST_VALUE),
        published=fact.published,
    )
