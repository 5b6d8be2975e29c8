"""The evidence of a pool as a model is shown it: sources, their statements and code, each with an id to cite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

import regex

from inquiro.core.types import Document, Fact, Pool, ResearchMode
from inquiro.engine.asked.listing import LONGEST_STATEMENT
from inquiro.engine.fencing import safe
from inquiro.engine.harmless import shortened
from inquiro.engine.modes.code import CodeBlock, code_blocks
from inquiro.engine.packing import tokens

CODE_SHARE: dict[ResearchMode, float] = {"idea": 0.0, "implementation": 0.6, "freeform": 0.2}
MOST_DOCUMENTS = 80
MOST_FACTS = 600
BLOCKS_OF_A_PAGE = 3
MOST_LINES = 40  # of a block
LONGEST_LINE = 160
LONGEST_TITLE = 90
_INDENT = regex.compile(r"[ \t]*")


class Statement(NamedTuple):
    evidence_id: str
    fact: Fact


class Shelf(NamedTuple):
    """What was shown: lines, and what their ids stand for."""

    lines: list[str]
    facts: dict[str, tuple[str, str]]  # evidence id -> fact id, document id
    code: dict[str, CodeBlock]
    documents: list[Document]


def shown(mode: ResearchMode, pool: Pool, room: int) -> Shelf:
    """Every source's best statement before anybody's second, and code in the share of the room that is its."""
    told = statements_of(pool)
    order = _ordered(pool, told)[:MOST_DOCUMENTS]
    code_room = int(room * CODE_SHARE[mode])
    blocks = _blocks(order, code_room) if code_room else {}
    left = room - sum(tokens("\n".join(lines)) for chosen in blocks.values() for _, lines in chosen)
    chosen = _statements(order, told, left)
    code: dict[str, CodeBlock] = {}
    facts: dict[str, tuple[str, str]] = {}
    lines: list[str] = []
    kept: list[Document] = []
    for document in order:
        statements, numbered = chosen.get(document.id, []), blocks.get(document.id, [])
        if not statements and not numbered:
            continue
        kept.append(document)
        lines.append(_source_line(len(kept), document))
        for one in statements:
            facts[one.evidence_id] = (one.fact.id, document.id)
            lines.append(_statement_line(one))
        for block, shown_lines in numbered:
            name = f"c{len(code) + 1}"
            code[name] = block
            lines += [f"  {name} ({_code_kind(block)}):", *shown_lines]
    return Shelf(lines, facts, code, kept)


def statements_of(pool: Pool) -> dict[str, list[Statement]]:
    """By document, best first: of each fact the proof that stands there."""
    home = {proof.id: proof.document_id for proof in pool.evidence}
    told: dict[str, list[Statement]] = {}
    for fact in sorted(pool.facts, key=lambda one: (-_value(one), int(one.id[1:]))):
        for document_id, proof in {home[proof]: proof for proof in reversed(fact.evidence) if proof in home}.items():
            told.setdefault(document_id, []).append(Statement(proof, fact))
    return told


def _value(fact: Fact) -> float:
    return max(fact.scores.values(), default=0.0) + fact.standing


def _ordered(pool: Pool, told: dict[str, list[Statement]]) -> list[Document]:
    worth = {name: _value(statements[0].fact) for name, statements in told.items()}
    return sorted(pool.documents, key=lambda one: (-worth.get(one.id, 0.0) - one.quality, one.id))


def _statements(order: Sequence[Document], told: dict[str, list[Statement]], room: int) -> dict[str, list[Statement]]:
    chosen: dict[str, list[Statement]] = {}
    room -= sum(tokens(_source_line(len(order), document)) for document in order)
    count = 0
    for turn in zip_longest(*([(document.id, one) for one in told.get(document.id, [])] for document in order)):
        for document_id, one in (pair for pair in turn if pair is not None):
            cost = tokens(_statement_line(one)) + 1
            if cost <= room and count < MOST_FACTS:
                chosen.setdefault(document_id, []).append(one)
                room -= cost
                count += 1
    return chosen


def _blocks(order: Sequence[Document], room: int) -> dict[str, list[tuple[CodeBlock, list[str]]]]:
    chosen: dict[str, list[tuple[CodeBlock, list[str]]]] = {}
    pages = [[(document.id, block) for block in code_blocks(document)[:BLOCKS_OF_A_PAGE]] for document in order]
    for turn in zip_longest(*pages):
        for document_id, block in (pair for pair in turn if pair is not None):
            lines = list(_code_lines(block.code))
            cost = tokens("\n".join(lines)) + 12
            if cost <= room:
                chosen.setdefault(document_id, []).append((block, lines))
                room -= cost
    return chosen


def _code_lines(code: str) -> Iterable[str]:
    """To be read, not to be copied: one that is to be shown as it stands is named by its id."""
    lines = code.splitlines()
    for line in lines[:MOST_LINES]:
        indent = _INDENT.match(line)
        yield f"    | {indent[0] if indent else ''}{shortened(safe(line), LONGEST_LINE)}".rstrip()
    if len(lines) > MOST_LINES:
        yield f"    | … {len(lines) - MOST_LINES} more lines"


def _code_kind(block: CodeBlock) -> str:
    under = f", under “{shortened(safe(block.heading), LONGEST_TITLE)}”" if block.heading else ""
    return f"{safe(block.language) or 'code'}{under}"


def _source_line(number: int, document: Document) -> str:
    title = shortened(safe(document.title), LONGEST_TITLE)
    year = f", {document.published[:4]}" if document.published and document.published[:4].isdigit() else ""
    retracted = ", retracted" if document.retracted else ""
    return f"{number}. {title} ({document.source_type}, quality {document.quality:.2f}{year}{retracted})"


def _statement_line(one: Statement) -> str:
    return f"  {one.evidence_id}: {shortened(safe(one.fact.statement), LONGEST_STATEMENT)}"
