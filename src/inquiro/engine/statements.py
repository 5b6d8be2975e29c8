"""What a passage states, with places and terms: sentences, rows of tables, items of lists, and lists and steps as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec
import regex

from inquiro.core.text_blocks import text_blocks
from inquiro.core.types import Block, BlockKind, ReadText
from inquiro.engine.meaning import meaning
from inquiro.retrieval.document_blocks import statement_of
from inquiro.retrieval.sentences import is_prose, sentences
from inquiro.retrieval.words import detect_language

LONGEST_WHOLE = 1_200  # characters of a list that is told as one
_LIST_MARKER = regex.compile(r"(?:[-*+•–]|\(?\p{Nd}{1,2}[.)]|\p{Ll}\))\s+")
_PARTED: frozenset[BlockKind] = frozenset({"list", "steps", "table", "definition"})
_LISTED: frozenset[BlockKind] = frozenset({"list", "steps"})
_DIGIT = regex.compile(r"\p{Nd}")
_LETTERS = regex.compile(r"\p{L}{2,}")


class Stated(NamedTuple):
    """Something that a passage says: `passage[start:start + len(quote)]` is the quote."""

    start: int
    quote: str
    statement: str  # on one line, and as it reads on its own
    terms: frozenset[str]
    kind: BlockKind = "paragraph"
    whole: bool = False  # a list or steps with all of their items


@lru_cache(maxsize=4_096)  # the same passages come back every round
def statements(passage: str) -> tuple[Stated, ...]:
    """Everything that can be quoted from a passage; headings, code and questions to nobody are not."""
    language = detect_language(passage)
    read = ReadText(text=passage, media_type="text/plain")
    found: list[Stated] = []
    for block in text_blocks(passage):
        found += _parts(read, block, language) if block.kind in _PARTED else _sentences(passage, block, language)
    return tuple(found)


def all_terms(passage: str) -> frozenset[str]:
    return frozenset[str]().union(*(one.terms for one in statements(passage)))


def one_line(text: str) -> str:
    return " ".join(text.split())


def _sentences(passage: str, block: Block, language: str) -> Iterator[Stated]:
    if block.kind in {"heading", "code"}:
        return
    for start, end in sentences(passage, block.start, block.end):
        begin = start + _marker(passage[start:end])
        quote = passage[begin:end]
        if is_prose(quote) and not quote.rstrip().endswith(("?", "？")):
            yield Stated(begin, quote, one_line(quote), meaning(quote, language), block.kind)


def _parts(read: ReadText, block: Block, language: str) -> Iterator[Stated]:
    text = read.text
    if any(
        map(_DIGIT.search, block.header)
    ):  # a figure in the name of a column does not stand in the row that is quoted
        block = msgspec.structs.replace(block, header=())
    for part in block.parts:
        statement = statement_of(read, block, part)
        if len(_LETTERS.findall(statement)) >= 2:
            yield Stated(part[0], text[slice(*part)], statement, meaning(statement, language), block.kind)
    start = block.start if block.lead is None else block.lead
    if block.kind in _LISTED and len(block.parts) > 1 and block.end - start <= LONGEST_WHOLE:
        quote = text[start : block.end]
        lead = one_line(text[start : block.start])
        items = [one_line(text[slice(*part)]).rstrip(".;,") for part in block.parts]
        numbered = [f"({n}) {item}" for n, item in enumerate(items, 1)] if block.kind == "steps" else items
        statement = f"{lead} {'; '.join(numbered)}.".strip()
        yield Stated(start, quote, statement, meaning(quote, language), block.kind, whole=True)


def _marker(sentence: str) -> int:
    """How long the list marker is that opens a sentence: a quote begins after it."""
    found = _LIST_MARKER.match(sentence)
    return found.end() if found else 0
