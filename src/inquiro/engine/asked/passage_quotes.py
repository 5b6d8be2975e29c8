"""The words that a model copied out of a passage: found again in it, in one piece or as lines that belong together."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from inquiro.core.types import Passage
from inquiro.engine.harmless import LINK, unlinked
from inquiro.engine.quotes import MIN_QUOTE, locate
from inquiro.retrieval.words import tokens
from inquiro.text.display import visible_line

LONGEST_QUOTE = 700
_LEFT_OUT = regex.compile(r"\s*(?:\n|\[?(?:\.{3}|…)\]?)\s*")  # between two lines of a quote, or for what it skips
_CELLS = " | "


def quote_in(passage: Passage, said: str, statement: str) -> tuple[str, int]:
    """The quote and where in the passage it begins, -1 where it does not; no quote where it is too short to prove anything."""
    quote = _without_links(visible_line(said[: 2 * LONGEST_QUOTE])[:LONGEST_QUOTE])
    quote = quote if _is_quote(quote) else ""
    if quote and (span := locate(passage.text, quote)):
        return quote, span[0]
    if found := _in_lines(passage.text, said[: 2 * LONGEST_QUOTE], statement):
        return visible_line(passage.text[slice(*found)]), found[0]
    return quote, -1


def columns_of(passage: Passage, start: int) -> str:
    """The header of the table that a place in a passage belongs to; without one the first row of cells above it."""
    if start < 0 or _CELLS not in passage.text:
        return ""
    for block in passage.blocks:
        if block.kind == "table" and block.start <= start < block.end and block.header:
            return _CELLS.join(block.header)
    rows = [line for line in passage.text[:start].splitlines() if _CELLS in line]
    return rows[0] if rows else ""


def _in_lines(text: str, said: str, statement: str) -> tuple[int, int] | None:
    """Of a quote that leaves lines out, such as a header and one row: all of the stretch, else its most telling line.

    Every line has to stand in the passage, in this order: one that does not makes all of it an invention.
    """
    lines = [visible_line(line) for line in _LEFT_OUT.split(said)]
    spans: list[tuple[int, int]] = []
    at = 0
    for line in filter(None, lines):
        found = locate(text[at:], line)
        if found is None:
            return None
        spans.append((at + found[0], at + found[1]))
        at = spans[-1][1]
    if len(spans) < 2:
        return None
    whole = spans[0][0], spans[-1][1]
    in_table = any(_CELLS in text[slice(*span)] for span in spans)  # its other rows say other things
    if not in_table and whole[1] - whole[0] <= LONGEST_QUOTE and _is_quote(visible_line(text[slice(*whole)])):
        return whole
    return _most_telling(text, spans, statement)


def _most_telling(text: str, spans: Sequence[tuple[int, int]], statement: str) -> tuple[int, int] | None:
    """The line that shares most with the statement, figures first; of two the later one, for headers stand above."""
    said = set(tokens(statement))

    def telling(span: tuple[int, int]) -> tuple[int, int, int]:
        shared = said & set(tokens(text[slice(*span)]))
        return sum(term.isdigit() for term in shared), len(shared), span[0]

    return max((span for span in spans if _is_quote(visible_line(text[slice(*span)]))), key=telling, default=None)


def _is_quote(text: str) -> bool:
    return len(text) >= MIN_QUOTE and unlinked(text) == text


def _without_links(quote: str) -> str:
    """The longest part of a quote between masked addresses: what stands in their place nobody showed the model."""
    return max((part.strip(" ,;:()<>") for part in quote.split(LINK)), key=len) if LINK in quote else quote
