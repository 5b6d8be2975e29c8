"""The facts that a writer is given: the best of every checklist entry first, their documents once, context where it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from inquiro.core.types import ChecklistItem, Fact
from inquiro.engine.asked.listing import LONGEST_STATEMENT, LONGEST_TITLE, item_line
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens
from inquiro.engine.writing import ranked

LONGEST_AROUND = 420  # characters of context for one fact
OPEN = "  nothing was found: it stays open"
FENCES = 60  # tokens of what stands around the lists


class FactSheet(NamedTuple):
    text: str
    facts: list[Fact]
    left: int  # facts there was no room for


def fact_sheet(
    items: Sequence[ChecklistItem], facts: Sequence[Fact], around: Mapping[str, str], *, room: int
) -> FactSheet:
    """As many facts as fit, one of each entry in turn; then the words around their quotes, in the same order."""
    spoken_to = {item for fact in facts for item in fact.scores}
    silent = frozenset(item.id for item in items if item.id not in spoken_to)
    room -= FENCES + sum(tokens(item_line(item)) + tokens(OPEN) for item in items if item.id in silent)
    documents: dict[str, str] = {}
    by_item: dict[str, list[Fact]] = {item.id: [] for item in items}
    order: list[Fact] = []
    known: set[str] = set()
    for item, fact in _in_turn(items, facts):
        if fact.id in known:
            continue
        named = _document(fact)
        number = documents.get(named, f"D{len(documents) + 1}")
        headed = 0 if by_item[item.id] else tokens(item_line(item)) + 1
        listed = 0 if named in documents else tokens(f"{number}: {named}") + 1
        cost = headed + listed + tokens(_line(fact, number)) + 1
        if cost > room:
            continue
        room -= cost
        documents[named] = number
        known.add(fact.id)
        by_item[item.id].append(fact)
        order.append(fact)
    context = _context(order, around, room)
    text = _text(items, by_item, documents, context, silent)
    return FactSheet(text, order, len({fact.id for fact in facts}) - len(order))


def _in_turn(items: Sequence[ChecklistItem], facts: Sequence[Fact]) -> list[tuple[ChecklistItem, Fact]]:
    own = [[fact for fact in facts if item.id in fact.scores] for item in items]
    queues = [[(item, fact) for fact in ranked(item, some, least=0.0)] for item, some in zip(items, own, strict=True)]
    return [pair for turn in zip_longest(*queues) for pair in turn if pair is not None]


def _document(fact: Fact) -> str:
    """What a fact's document is called, and of when it is."""
    title = shortened(safe(fact.title or fact.about), LONGEST_TITLE) or "no title"
    year = fact.published[:4] if fact.published and fact.published[:4].isdigit() else ""
    return f"{title} ({year})" if year and year not in title else title


def _line(fact: Fact, document: str) -> str:
    also = ", retracted" if fact.only_retracted else f", {fact.origins} sources" if fact.origins > 1 else ""
    return f"{fact.id} ({document}{also}): {shortened(safe(fact.statement), LONGEST_STATEMENT)}"


def _context(facts: Sequence[Fact], around: Mapping[str, str], room: int) -> dict[str, str]:
    """What stands around the quotes, each passage once, as long as there is room."""
    found: dict[str, str] = {}
    for fact in facts:
        words = shortened(safe(around.get(fact.id, "")), LONGEST_AROUND)
        cost = tokens(words) + 6
        if words and words not in found.values() and cost <= room:
            found[fact.id] = words
            room -= cost
    return found


def _text(
    items: Sequence[ChecklistItem],
    by_item: Mapping[str, Sequence[Fact]],
    documents: Mapping[str, str],
    context: Mapping[str, str],
    silent: frozenset[str],
) -> str:
    lines: list[str] = []
    for item in items:
        if by_item[item.id] or item.id in silent:
            lines.append(item_line(item))
        lines += [OPEN] if item.id in silent else []
        for fact in by_item[item.id]:
            lines.append(f"  {_line(fact, documents[_document(fact)])}")
            lines += [f"    around it: {context[fact.id]}"] if fact.id in context else []
    named = fenced("documents", [f"{number}: {title}" for title, number in documents.items()])
    return f"Documents:\n{named}\n\nChecklist with facts, the best first:\n{fenced('checklist and facts', lines)}"
