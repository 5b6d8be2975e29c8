"""Which checklist items are answered, judged by the facts at hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.types import ChecklistItem, Fact, ItemStatus
from inquiro.engine.relevance import ENOUGH, STRONG, answers


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
    return fact.scores[item.id] >= STRONG and not fact.only_retracted and answers(item, fact.statement)
