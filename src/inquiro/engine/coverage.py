"""Which checklist items are answered, judged by the facts at hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.types import ChecklistItem, Fact, ItemStatus
from inquiro.engine.facets import speaks_of as speaks_of_facet
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import ENOUGH, STRONG, answers
from inquiro.retrieval.words import detect_language

ITS_OWN = 0.5  # of an item's words stand in a sentence that speaks of it, or in its title


def judge(checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> tuple[ChecklistItem, ...]:
    """Satisfied: two independent documents answer it. Partial: something was found. Else: nothing."""
    return tuple(
        _judge(item, [fact for fact in facts if fact.scores.get(item.id, 0.0) >= ENOUGH]) for item in checklist
    )


def _judge(item: ChecklistItem, facts: Sequence[Fact]) -> ChecklistItem:
    telling = [fact for fact in facts if _tells(item, fact)]
    origins = {origin for fact in telling for origin in (fact.origin_ids or fact.sources)}
    status: ItemStatus = "satisfied" if len(origins) >= 2 else "partial" if facts else "unsatisfied"
    evidence = tuple(dict.fromkeys(e for fact in (telling or facts) for e in fact.evidence))
    return msgspec.structs.replace(item, status=status, evidence=evidence[:12])


def _tells(item: ChecklistItem, fact: Fact) -> bool:
    answered = fact.scores[item.id] >= STRONG and not fact.only_retracted and answers(item, fact.statement)
    return answered and speaks_of(item, fact)


def speaks_of(item: ChecklistItem, fact: Fact) -> bool:
    """Whether a statement, read under its document's title, is about the item: by its words, or by a name that led there.

    Words decide only where both are in one language.
    """
    facet = facet_of(item)
    if facet is not None and not speaks_of_facet(facet, fact.statement):
        return False
    asked = " ".join((*item.about, *item.terms))
    wanted = meaning(" ".join(item.terms))
    said = meaning(f"{fact.about}\n{fact.statement}")
    if len(wanted & said) >= ITS_OWN * len(wanted):
        return True
    led = meaning(" ".join(item.hints))
    return bool(wanted & said and led & said) or detect_language(item.description or asked) != detect_language(
        fact.statement
    )
