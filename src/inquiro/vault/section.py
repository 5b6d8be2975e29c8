"""The `## Research` section of a note: where it stands, and a note with another one in its place.

A section goes from its heading to the last line that has something on it before the next heading of its level or
above. The line break after it and the blank lines that follow are the note's: they are never touched.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from inquiro.core.errors import ReadFailed
from inquiro.vault.blocks import BOM, Line, each_line, heading_title

TITLE = "Research"
LEVEL = 2
_TAIL = 4_096  # characters that are looked at for a blank line
_PLAIN = {"≤": "<=", "≥": ">=", "−": "-", "→": "->", "≈": "~", "\u202f": " "}
_BREAK = re.compile(r"\r\n?|\n")


class Section(NamedTuple):
    """Its heading starts at `start`, what is under it at `body`; `end` is before the line break of its last line."""

    start: int
    body: int
    end: int


def decoded(data: bytes) -> str:
    """The note's text; bytes that are no UTF-8 survive, and `encoded` gives them back."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadFailed("the note is in UTF-16; save it as UTF-8 first")
    if b"\0" in data:
        raise ReadFailed("the note has NUL bytes in it: it is no text, or damaged")
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def fitted(text: str, note: str) -> str:
    """A text as it may stand in a note that is not in UTF-8: in the note's encoding, so that no program reads two in one.

    Such a note has bytes that are no UTF-8, and no character that takes several: it is Western European text of old.
    """
    others = [character for character in note.removeprefix(BOM) if character > "\x7f"]
    if not others or any(not "\udc80" <= character <= "\udcff" for character in others):
        return text
    plain = "".join(one if _is_western(one) else _PLAIN.get(one) or _without_accent(one) for one in text)
    return plain.encode("cp1252", "replace").decode("utf-8", "surrogateescape")


def _is_western(character: str) -> bool:
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _without_accent(character: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))


def sections_in(text: str) -> list[Section]:
    """Every section of that title; one in code, in a comment, in a quote or in front matter is none."""
    if TITLE.lower() not in text.lower():
        return []
    headings = _headings(text)
    found = []
    for number, heading in enumerate(headings):
        end = headings[number + 1][0].start if number + 1 < len(headings) else len(text)
        if heading[0].level == LEVEL and heading_title(text, heading, 0).lower() == TITLE.lower():
            start = heading[0].start
            found.append(_section(text, start + text.startswith(BOM, start), heading[-1].end, end))
    return found


def _headings(text: str) -> list[list[Line]]:
    """The lines of each heading that starts or ends a section."""
    headings: list[list[Line]] = []
    inside = False
    for line in each_line(text):
        if 0 < line.level <= LEVEL:
            headings.append([line])
            inside = True
        elif inside and line.kind == "heading" and not line.level:
            headings[-1].append(line)
        else:
            inside = False
    return headings


def _section(text: str, start: int, body: int, stop: int) -> Section:
    return Section(start, min(body, stop), start + len(without_last_break(text[start:stop])))


def without_last_break(text: str) -> str:
    """Without the blank lines at its end and the line break before them; blanks after the last word stay."""
    following = _BREAK.search(text, len(text.rstrip()))
    return text[: following.start()] if following else text


def line_break(text: str) -> str:
    """The one that the note uses most."""
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=lambda mark: counts[mark])


def lead_for(text: str, eol: str) -> str:
    """What has to stand between the end of a note and a section that is put there: a blank line, as far as missing."""
    words = text.removeprefix(BOM)
    if not words:
        return ""
    ended = words.endswith(("\n", "\r"))
    if not words.strip() or re.search(r"(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n?|\n)\Z", text[-_TAIL:]):
        return "" if ended else eol
    return eol if ended else eol * 2


def stands(text: str, start: int, core: str) -> bool:
    """Whether the note is read so that this section stands there, and ends where it should."""
    return text.startswith(core, start) and any(
        section.start == start and section.end == start + len(core) for section in sections_in(text)
    )
