"""How questions, checklist items and facts are shown to a model, and who may be shown what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

from inquiro.core.types import ChecklistItem, Fact, Objection, Passage, Plan
from inquiro.engine.fencing import safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens
from inquiro.engine.writing import ranked
from inquiro.retrieval.sentences import sentences

LONGEST_QUESTION = 600
LONGEST_DESCRIPTION = 300
LONGEST_STATEMENT = 700  # what decides a question may stand at its end
LONGEST_TITLE = 80

P = TypeVar("P", Passage, Fact, ChecklistItem, Objection)


def split(things: Iterable[P], *, all_visible: bool) -> tuple[list[P], list[P]]:
    """What the model may see, and what is kept from it."""
    shown: list[P] = []
    hidden: list[P] = []
    for one in things:
        (shown if all_visible or not one.private else hidden).append(one)
    return shown, hidden


def any_private(facts: Iterable[Fact], items: Iterable[ChecklistItem]) -> bool:
    return any(fact.private for fact in facts) or any(item.private for item in items)


def question_line(plan: Plan) -> str:
    return f"Question: {shortened(safe(plan.refined_query), LONGEST_QUESTION)}"


def item_line(item: ChecklistItem) -> str:
    return f"{item.id}: {shortened(safe(item.description), LONGEST_DESCRIPTION)}"


def fact_line(fact: Fact) -> str:
    """The fact with what it takes to weigh it: whose document says so, when, and how many say the same."""
    title = shortened(safe(fact.title or fact.about), LONGEST_TITLE)
    year = fact.published[:4] if fact.published and fact.published[:4].isdigit() else ""
    sources = f"{fact.origins} sources" if fact.origins > 1 else "1 source"
    if fact.only_retracted:
        sources = "retracted"
    told = ", ".join(part for part in (title, year, sources) if part)
    return f"{fact.id} ({told}): {shortened(safe(fact.statement), LONGEST_STATEMENT)}"


def chosen(items: Sequence[ChecklistItem], facts: Sequence[Fact], *, room: int) -> dict[str, list[Fact]]:
    """The facts to list under each item, as many as there is room for: what matters most to any item first, each once."""
    kept: dict[str, list[Fact]] = {item.id: [] for item in items}
    known: set[str] = set()
    queues = [[(item.id, fact) for fact in ranked(item, facts)] for item in items]
    for turn in zip_longest(*queues):
        for item, fact in (pair for pair in turn if pair is not None):
            if fact.id in known:
                continue
            if (cost := tokens(fact_line(fact)) + 1) > room:
                continue
            known.add(fact.id)
            kept[item].append(fact)
            room -= cost
    return kept


def grouped(items: Sequence[ChecklistItem], facts: dict[str, list[Fact]]) -> list[str]:
    """Every item with its facts below it, one line each."""
    return [line for item in items for line in (item_line(item), *(f"  {fact_line(fact)}" for fact in facts[item.id]))]


def first_sentence(text: str) -> str:
    """What a model says for one sentence is one."""
    spans = sentences(text)
    return text[slice(*spans[0])] if spans else text
