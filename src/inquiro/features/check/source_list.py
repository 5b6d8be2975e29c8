"""The list of sources of a document: where it begins and ends, and its entries."""

from __future__ import annotations

from typing import NamedTuple

import regex

from inquiro.features.check.paragraphs import (
    DEFINITION,
    ENTRY,
    LIST,
    Paragraph,
    Part,
    entry_number,
    looks_listed,
    part_of,
)

LONGEST_ENTRY = 2_000  # characters; what follows is no longer about the source
_CELLS = regex.compile(r"\s*\|\s*")
_BEGINS = regex.compile(r"^[\s*_]*(?:\p{Lu}|\[|“|\"|https?:|\p{Han})")
_TELLS = regex.compile(r"(?:1[5-9]|20)\d\d|https?://|\bdoi\b|\]\(", regex.IGNORECASE)


class Entry(NamedTuple):
    number: str
    text: str
    line: int
    numbered: bool = True  # by the document itself


class SourceList:
    """Fed with paragraphs in order: it takes those that belong to a list of sources."""

    def __init__(self) -> None:
        self.part: Part = "body"
        self._entries: list[Entry] = []

    def takes(self, one: Paragraph, after: Paragraph | None) -> bool:
        """Whether a paragraph belongs to the list; headings turn it on and off."""
        if one.kind == "definition":
            found = DEFINITION.match(one.text)
            assert found is not None
            self._entries.append(Entry(found[1].lstrip("^"), found[2], one.line))
            return True
        if one.kind == "heading":
            return self._turned(one, after)
        if self.part != "sources":
            return False
        self._add(one)
        return True

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def _turned(self, one: Paragraph, after: Paragraph | None) -> bool:
        if self.part == "sources" and ENTRY.match(f"### {one.text}"):
            self._add(Paragraph("text", one.text, one.line))
            return True
        if self.part != "sources" or one.level in {1, 2} or not one.level:
            self.part = part_of(one.text, self.part, listed_next=looks_listed(after))
        return self.part == "sources"

    def _add(self, one: Paragraph) -> None:
        if one.kind == "quotation":
            return
        if one.kind == "row":
            self._add_row(one)
            return
        for line, text in _single(one):
            self._add_text(text, line)

    def _add_row(self, one: Paragraph) -> None:
        cells = [cell for cell in _CELLS.split(one.text.strip().strip("|")) if cell]
        number = cells[0].strip("[]^ ") if cells else ""
        if number.isdigit() and len(cells) > 1:
            self._entries.append(Entry(number, " ".join(cells[1:]), one.line))

    def _add_text(self, text: str, line: int) -> None:
        """One more entry, or more words of the one before it; a list without numbers is numbered by its order."""
        lead = LIST.match(text)
        words = " ".join((text[lead.end() :] if lead else text).split())
        if found := ENTRY.match(" ".join(text.split())):
            number, rest = entry_number(found)
            self._entries.append(Entry(number, rest, line))
        elif not self._entries or lead or self._is_another(text):
            self._entries.append(Entry(str(len(self._entries) + 1), words, line, numbered=False))
        elif len(self._entries[-1].text) < LONGEST_ENTRY:
            last = self._entries[-1]
            self._entries[-1] = last._replace(text=f"{last.text} {words}".strip())

    def _is_another(self, text: str) -> bool:
        """In a list without numbers, each paragraph that reads like an entry is one."""
        return not self._entries[-1].numbered and bool(_BEGINS.match(text) and _TELLS.search(text))


def _single(one: Paragraph) -> list[tuple[int, str]]:
    """A paragraph as one entry; or, where each of its lines reads like an entry of its own, as several."""
    lines = one.text.split("\n")
    if (
        len(lines) > 1
        and not ENTRY.match(one.text)
        and all(_BEGINS.match(line) and _TELLS.search(line) for line in lines)
    ):
        return [(one.line + at, line) for at, line in enumerate(lines)]
    return [(one.line, one.text)]
