"""Where lines belong together: paragraphs that were wrapped, and lines that stand alone."""

from __future__ import annotations

from collections.abc import Iterator

import regex

Span = tuple[int, int]

_LINE = regex.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_BLANK = regex.compile(r"(?:\r\n|[\n\r\x85\u2028\v])[ \t\u00a0]*(?:\r\n|[\n\r\x85\u2028\v])|[\f\u2029\x1c-\x1e]")
_FENCE = regex.compile(r"\s*(?:```|~~~)")
_HEADING = regex.compile(r"\s{0,3}#{1,6}\s|\s*[=\-_*~]{3,}\s*$")
_ITEM = regex.compile(r"\s*(?:[-*+•‣▪◦·–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\[[ xX]\])\s+\S")
_ROW = regex.compile(r"\s*\|.*\||[^\t]*\S\t+\S|[^|]*\S +\| +[^|]*\S +\| ")
_QUOTE = regex.compile(r"\s*>")
_LABEL = regex.compile(r"[*_]{0,2}\p{Lu}[\p{L}\p{M} ]{1,24}[*_]{0,2}[:：][*_]{0,2}\s")
_FIRST_WORD = regex.compile(r"\s*(\S+)")
_NARROW = 35  # below this width nothing was wrapped: verse, addresses, menus


def is_heading(line: str) -> bool:
    return bool(_HEADING.match(line))


def is_item(line: str) -> bool:
    return bool(_ITEM.match(line))


def is_row(line: str) -> bool:
    return bool(_ROW.match(line))


def blocks(text: str, start: int, end: int) -> Iterator[Span]:
    """Spans of paragraphs, headings, list items, table rows and lines of code, in order."""
    for paragraph in paragraphs(text, start, end):
        yield from _lines(text, *paragraph)


def paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    """Spans between blank lines; fences of code are left to the line level."""
    at = start
    for gap in _BLANK.finditer(text, start, end):
        if text[at : gap.start()].strip():
            yield at, gap.start()
        at = gap.end()
    if text[at:end].strip():
        yield at, end


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    lines = [match.span() for match in _LINE.finditer(text, start, end) if match[0].strip()]
    width = max((stop - begin for begin, stop in lines), default=0)
    coded = False
    first, last = lines[0]
    above = ""
    for begin, stop in lines:
        line = text[begin:stop]
        fence = bool(_FENCE.match(line))
        if above and (coded or fence or not _continues(above, line, width)):
            yield first, last
            first = begin
        last = stop
        above = line
        coded = coded != fence
    yield first, last


def _continues(above: str, line: str, width: int) -> bool:
    """Whether a line goes on with the one above it, or a person or machine broke the line on purpose."""
    if _alone(above) or _alone(line) or is_item(line) or (_QUOTE.match(line) and not _QUOTE.match(above)):
        return False
    if _LABEL.match(line) or (_LABEL.match(above) and len(above) < 80 and line[:1].isupper()):
        return False
    first = _FIRST_WORD.match(line)
    if not first or first[1][0].islower():
        return True
    if width < _NARROW:
        return False
    return len(above) + 1 + len(first[1]) > 0.7 * width


def _alone(line: str) -> bool:
    return bool(is_heading(line) or is_row(line) or _FENCE.match(line))
