"""Exact sentence spans: what a quote is cut from."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from inquiro.retrieval import abbreviations
from inquiro.retrieval.blocks import blocks
from inquiro.retrieval.prose import is_prose

__all__ = ["LONGEST", "is_prose", "sentences"]

LONGEST = 600
Span = tuple[int, int]

_ALWAYS = frozenset(abbreviations.ALWAYS.split())
_BEFORE_NUMBER = frozenset(abbreviations.BEFORE_NUMBER.split())
_MONTHS = frozenset(abbreviations.MONTHS.split())
_ORDINAL_BEFORE = frozenset(abbreviations.ORDINAL_BEFORE.split())
_OPENERS = frozenset(abbreviations.OPENERS.split())
_STOP = regex.compile(
    r"""
    (?P<full>[。！？｡؟।]+(?:[」』）】”’"']+(?!と|って))?(?![」』]))
    | (?P<mark>[.!?…]+)(?P<closers>(?:["'”’»“)\]}*_]|\[\d{1,3}\]|\[(?=\d))*(?:\[\d{1,3}\])*)(?=\s|$)
    """,
    regex.VERBOSE,
)
_LAST_WORD = regex.compile(r"[\p{L}\p{M}\p{N}°º.\-]+$")
_PREVIOUS_WORD = regex.compile(r"([\p{L}\p{N}.]+)\s+$")
_NEXT = regex.compile(r"\s*[\"'“”„«»‘’(\[*_¿¡—–-]*\s*(?P<word>[\p{L}\p{M}\p{N}]*)")
_LATER_CUT = regex.compile(r"[;；](?=\s|\p{Han})|[,，、](?=\s|[\p{Han}\p{Hiragana}\p{Katakana}])")
_SPACE = regex.compile(r"\s+")


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The spans of the sentences of text[start:end]; headings, list items and table rows stand alone."""
    found: list[Span] = []
    for block_start, block_end in blocks(text, start, len(text) if end is None else end):
        for span in _split(text, block_start, block_end):
            found.extend(_shorten(text, *span))
    return found


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for stop in _STOP.finditer(text, start, end):
        if stop.end() < end and (stop["full"] or _ends(text, at, stop, end)):
            yield from _trimmed(text, at, stop.end())
            at = stop.end()
    yield from _trimmed(text, at, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def _ends(text: str, start: int, stop: regex.Match[str], end: int) -> bool:
    """Whether a full stop, question mark or exclamation mark ends a sentence here."""
    following = _NEXT.match(text, stop.end(), end)
    word = following["word"] if following else ""
    if word[:1].islower():
        return False
    if stop["mark"] != "." or stop["closers"]:
        return True
    return not _abbreviated(text, start, stop.start(), word)


def _abbreviated(text: str, start: int, dot: int, following: str) -> bool:
    found = _LAST_WORD.search(text, max(start, dot - 40), dot)
    if not found:
        return False
    last = found[0].lower().strip("-")
    if last in _ALWAYS:
        return True
    if last.isdigit() and len(last) <= 2:
        return _ordinal(text, start, found.start(), following)
    if last in _BEFORE_NUMBER and following[:1].isdigit():
        return True
    return _initial(text, start, found, following)


def _ordinal(text: str, start: int, at: int, following: str) -> bool:
    """`14. März`, `der 3. Versuch`, and the number that opens a list item."""
    if at == start or following.lower() in _MONTHS:
        return True
    before = _PREVIOUS_WORD.search(text, max(start, at - 40), at)
    return before is not None and before[1].lower() in _ORDINAL_BEFORE and following[:1].isalpha()


def _initial(text: str, start: int, found: regex.Match[str], following: str) -> bool:
    """`J. Smith`, `U.S. Senate`, `z. B. Eichen`."""
    last = found[0]
    if not all(len(part) == 1 and part.isalpha() for part in last.strip(".").split(".")) or last == "I":
        return False
    before = _PREVIOUS_WORD.search(text, max(start, found.start() - 40), found.start())
    if before and regex.fullmatch(r"\p{Ll}\.", before[1]):
        return True
    if before and before[1][-1].isdigit() and last.islower():  # a unit: `1.5 m. Then`
        return False
    return following.lower() not in _OPENERS or not following[:1].isupper()


def _shorten(text: str, start: int, end: int) -> Iterator[Span]:
    """Run-on text is cut at a semicolon or comma, then at a space, so that no sentence is longer than LONGEST."""
    while end - start > LONGEST:
        window = start + LONGEST
        cuts = [m.end() for m in _LATER_CUT.finditer(text, start + LONGEST // 3, window)]
        strong = [cut for cut in cuts if text[cut - 1] in ";；"]
        spaces = [m.end() for m in _SPACE.finditer(text, start + LONGEST // 3, window)]
        cut = (strong or cuts or spaces or [window])[-1]
        yield from _trimmed(text, start, cut)
        start = cut
    yield from _trimmed(text, start, end)
