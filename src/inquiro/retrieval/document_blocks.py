"""A document as blocks: what belongs together, under which headings, and how a row or an item reads on its own."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice

import regex
from msgspec.structs import replace

from inquiro.core.table_rows import cells
from inquiro.core.text_blocks import text_blocks
from inquiro.core.types import Block, Document, ReadText

_BETWEEN = " · "
_COLONS = (":", "：")
_SENTENCE_END = regex.compile(r"[.!?…][\"”’)\]]*\s+(?=[\p{Lu}\p{N}\"“(])|[。！？]\s*")
_WHOLE = regex.compile(r"[\p{Lu}\p{Lo}].*[.!?。！？][\"”’)\]]*", regex.DOTALL)
_FENCE = regex.compile(r"(?m)^[ \t]*(?:`{3,}|~{3,}).*$")
_FEW_WORDS = 6
_LEAD_LENGTH = 300
_DEEPEST = 100  # of a heading whose level nobody knows: it never stands above another one


def blocks_of(document: Document | ReadText) -> tuple[Block, ...]:
    """Its blocks, in order, without overlaps; of a snapshot that has none they are found in the text."""
    return document.blocks or text_blocks(document.text, document.headings, document.code)


def blocks_within(document: Document | ReadText, start: int, end: int) -> tuple[Block, ...]:
    """What a reader found in a stretch of a document, at places counted from `start`; of a block that is cut, the parts
    inside."""
    found: list[Block] = []
    first = max(bisect_right(document.blocks, start, key=lambda block: block.start) - 1, 0)
    for block in islice(document.blocks, first, None):
        if block.start >= end:
            break
        parts = tuple((low - start, high - start) for low, high in block.parts if low >= start and high <= end)
        if block.end <= start or (block.parts and not parts):
            continue
        lead = block.lead - start if block.lead is not None and block.lead >= start else None
        cut = (max(block.start, start) - start, min(block.end, end) - start)
        found.append(replace(block, start=cut[0], end=cut[1], lead=lead, parts=parts))
    return tuple(found)


def heading_path(document: Document | ReadText, offset: int) -> tuple[str, ...]:
    """The headings above a position, the highest first; the document's own title is not among them."""
    path: list[tuple[int, str]] = []
    for anchor in document.headings:
        if anchor.offset + len(anchor.label) > offset:
            break
        level = anchor.level or _DEEPEST
        while path and path[-1][0] >= level:
            path.pop()
        path.append((level, anchor.label))
    title = _folded(document.title)
    return tuple(label for _, label in path if _folded(label) != title)


def statement_of(document: Document | ReadText, block: Block, part: tuple[int, int]) -> str:
    """How a row, an item or a definition reads on its own; the span that proves it stays `part`."""
    words = document.text[part[0] : part[1]]
    if block.kind == "table":
        return _row(words, block.header)
    if block.kind == "definition":
        return _definition(words)
    words = _one_line(_FENCE.sub("", words))
    if block.kind not in {"list", "steps"} or _stands_alone(words):
        return words
    lead = _lead(document.text, block, part)
    return f"{lead} {words}" if lead else words


def _row(row: str, header: tuple[str, ...]) -> str:
    """The first cell names the row; the others are told with the names of their columns."""
    values = [_one_line(cell) for cell in cells(row)]
    if len(values) == len(header):
        first, *others = ((name, value) for name, value in zip(header, values, strict=True))
        told = [f"{name}: {value}" if name else value for name, value in others if value]
        return _BETWEEN.join([one for one in (first[1], *told) if one])
    if not header and len(values) == 2 and all(values):
        return f"{values[0].rstrip(':：')}: {values[1]}"
    return _BETWEEN.join(value for value in values if value)


def _definition(entry: str) -> str:
    """Term and explanation on one line, with a colon between them."""
    term, _, explanation = entry.partition("\n")
    term, explained = _one_line(term), _one_line(explanation).removeprefix(": ")
    if not explained:
        return term
    return f"{term}{' ' if _has_colon(term) else ': '}{explained}"


def _has_colon(term: str) -> bool:
    return ": " in term or term.endswith(_COLONS)


def _stands_alone(item: str) -> bool:
    """A whole sentence of some length needs nothing before it."""
    return len(item.split()) >= _FEW_WORDS and _WHOLE.fullmatch(item) is not None


def _lead(text: str, block: Block, part: tuple[int, int]) -> str:
    """What announces an item: the item above it that ends with a colon, else the paragraph before the list."""
    indent = _indent(text, part[0])
    for start, end in reversed([one for one in block.parts if one[0] < part[0]]):
        if _indent(text, start) < indent:
            return _last_sentence(text[start:end]) if text[start:end].endswith(_COLONS) else ""
    return "" if block.lead is None else _last_sentence(text[block.lead : block.start])


def _last_sentence(announcing: str) -> str:
    announcing = _one_line(announcing)
    last = [found.end() for found in _SENTENCE_END.finditer(announcing) if found.end() < len(announcing)]
    sentence = announcing[last[-1] :] if last else announcing
    return sentence if len(sentence) <= _LEAD_LENGTH else ""


def _indent(text: str, at: int) -> int:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip())


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


def _one_line(text: str) -> str:
    return " ".join(text.split())
