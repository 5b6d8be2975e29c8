"""A note as prose: whatever is not said in words is blanked in place, so that every offset still fits the note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import regex

from inquiro.retrieval.sentences import sentences

_VISIBLE = regex.compile(r"[^\n\r]")
_DATES = "📅⏳🛫✅➕❌"
_SIGNS = f"{_DATES}🔁🆔⛔🏁🔺⏫🔼🔽⏬"
_MARKER = regex.compile(r"[\s>]*+(?:(?:[-*+•‣–]|\(?\d{1,3}[.)])(?=\s)\s*+)?(?:\[[^\[\]]\]\s++)?")
_LINE_END = regex.compile(r"(?<=[.!?])[ \t\r]*\n\s*")
_OPEN_TASK = regex.compile(r"[\s>]*(?:[-*+]|\d{1,3}[.)])\s+\[[^xX\-\[\]]\]\s")
_HEADING = regex.compile(r"^[ ]{0,3}(#{1,6})[ \t]+(?P<words>[^\n\r]*?)[ \t#]*$", regex.MULTILINE)
_LINK = r"!?\[\[[^\[\]\n]*\]\]|!?\[[^\[\]\n]*\]\([^()\n]*\)|<?https?://\S+"
_BLOCKS = tuple(
    regex.compile(pattern, regex.MULTILINE)
    for pattern in (
        r"\A\ufeff?---[ \t]*\r?\n(?s:.*?)\n(?:---|\.\.\.)[ \t]*\r?(?=\n|\Z)",
        r"^[ \t>]*+(?P<fence>`{3,}|~{3,})[^\n]*(?:\n(?s:.*?)^[ \t>]*(?P=fence)[`~]*[ \t\r]*$|(?s:.*)\Z)",
        r"%%(?s:.*?)(?:%%|\Z)",
        r"<!--(?s:.*?)(?:-->|\Z)",
        r"\$\$[^$]*+\$\$",
        r"<%[^%]*+%>",
        r"^[ \t>]*+\|[^\n]*$",
    )
)
_IN_LINES = tuple(
    regex.compile(pattern, regex.MULTILINE)
    for pattern in (
        rf"^[ \t>]*+(?:(?:[-*+]|\d{{1,3}}[.)])[ \t]++)?(?:{_LINK})(?:[ \t,;|·•/&-]*+(?:{_LINK}))*+[ \t.|]*+\r?$",
        r"!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\([^()\n]*\)",
        r"[\[(][\p{L}\p{N} _-]{1,40}::[^\[\]()\n]*[\])]",
        r"\[\^[^\[\]\n]{1,40}\]:?",
        r"</?[a-zA-Z][^<>\n]*>",
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s)\]>]+|\bwww\.[^\s)\]>]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+",
        rf"[{_DATES}]\ufe0f?[ \t]*\d{{4}}-\d\d-\d\d|[🆔⛔🏁]\ufe0f?[ \t]*[^\s{_SIGNS}]+|🔁[^\n\r{_SIGNS}]*|[{_SIGNS}]\ufe0f?",
        r"(?<![^\s(])#[\p{L}\p{N}_/-]+",
        r"[ \t]\^[\w-]+[ \t]*\r?$",
        r"^[ \t]*+(?:>[ \t]*+)++(?:\[![\w-]+\][+-]?)?",
        r"^[\p{L}\p{N} _-]{1,40}::",
    )
)
_WIKI = regex.compile(r"\[\[(?:[^\[\]|\n]*[|])?(?:[^\[\]|#\n]*/)?(?P<kept>[^\[\]|#\n]*)(?:#[^\[\]|\n]*)?\]\]")
_NAMED = regex.compile(r"\[(?P<kept>[^\[\]\n]*)\]\([^()\n]*\)")
_CODE = regex.compile(r"`+(?P<kept>[^`\n]*+)`+")
_WORDLIKE = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N} .+#-]{1,30}")
_EMPHASIS = regex.compile(r"\*{2,}|_{2,}|={2,}|~~|(?<!\w)[*_]+(?=\S)|(?<=[\w.!?)])[*_]+(?!\w)")


class Said(NamedTuple):
    """One sentence, item or heading of a note, as plain words, and where it stands."""

    start: int
    end: int
    text: str
    heading: str  # the nearest above it
    is_heading: bool
    is_task: bool  # still to be done


class Heading(NamedTuple):
    start: int
    level: int
    text: str


def prose_of(text: str) -> str:
    """As long as the note: code, addresses, tables, metadata and markup are blanks."""
    for pattern in _BLOCKS:
        text = pattern.sub(_blanked, text)
    text = _CODE.sub(_keeping(_WORDLIKE), text)
    for pattern in _IN_LINES:
        text = pattern.sub(_blanked, text)
    text = _NAMED.sub(_keeping(), _WIKI.sub(_keeping(), text))
    return _EMPHASIS.sub(_blanked, text)


def headings_of(prose: str) -> list[Heading]:
    found = _HEADING.finditer(prose)
    return [Heading(one.start(), len(one[1]), " ".join(one["words"].split())) for one in found if one["words"].strip()]


def said_in(text: str, prose: str) -> list[Said]:
    """Every sentence in order; `text` tells which of them are tasks."""
    headings = headings_of(prose)
    found: list[Said] = []
    above, passed = "", 0
    for span in _at_line_ends(prose):
        while passed < len(headings) and headings[passed].start <= span[0]:
            above, passed = headings[passed].text, passed + 1
        heading = _HEADING.match(prose, *span)
        start = span[0] + (heading.start("words") - span[0] if heading else _marker(prose, *span))
        end = heading.end("words") if heading else span[1]
        words = " ".join(prose[start:end].split())
        if words:
            task = _OPEN_TASK.match(text, text.rfind("\n", 0, start) + 1, start) is not None
            found.append(Said(start, end, words, above, heading is not None, task))
    return found


def _at_line_ends(prose: str) -> Iterator[tuple[int, int]]:
    """Sentences; a full stop where a line ends is one, whatever abbreviation it may look like."""
    for start, end in sentences(prose):
        at = start
        for stop in _LINE_END.finditer(prose, start, end):
            yield at, stop.start()
            at = stop.end()
        if at < end:
            yield at, end


def _marker(prose: str, start: int, end: int) -> int:
    found = _MARKER.match(prose, start, end)
    return found.end() - start if found and found.end() < end else 0


def _blanked(match: regex.Match[str]) -> str:
    return _VISIBLE.sub(" ", match[0])


def _keeping(only: regex.Pattern[str] | None = None) -> Callable[[regex.Match[str]], str]:
    """Blanks around what is kept; all of it where that is not of the wanted form."""

    def keep(match: regex.Match[str]) -> str:
        kept = match["kept"]
        if only is not None and not only.fullmatch(kept):
            return _blanked(match)
        before, after = match.start("kept") - match.start(), match.end() - match.end("kept")
        return " " * before + kept + " " * after

    return keep
