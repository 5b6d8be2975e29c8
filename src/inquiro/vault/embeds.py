"""Embeds of a note in their places: other notes, their sections and blocks, as far as bounds allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inquiro.core.errors import InquiroError
from inquiro.vault.files import is_note
from inquiro.vault.fragments import fragment
from inquiro.vault.inline import NoteLink
from inquiro.vault.names import VaultNames
from inquiro.vault.notes import ParsedNote
from inquiro.vault.own_section import readable_spans

DEEPEST = 5
MOST_EMBEDS = 50


class Opened(NamedTuple):
    """A note's text and what it says of itself."""

    text: str
    note: ParsedNote


class Expansion:
    """One note's expansion; it remembers what it has used up, what it showed and what it could not."""

    def __init__(self, open_note: Callable[[str], Opened], names: VaultNames, most: int) -> None:
        self.open_note, self.names = open_note, names
        self.left = most  # characters
        self.embeds = 0
        self.embedded: dict[str, None] = {}
        self.problems: dict[str, None] = {}

    def whole(self, opened: Opened) -> str:
        """A note from its first line to its last, front matter included."""
        trail = ((opened.note.path, "", ""),)
        return self._expanded(opened, 0, len(opened.text), trail)

    def _expanded(self, opened: Opened, start: int, end: int, trail: tuple[tuple[str, str, str], ...]) -> str:
        """The readable text between two places; an embed gives way to what it shows."""
        embeds = iter([link for link in opened.note.links if link.embeds and start <= link.start < end])
        link = next(embeds, None)
        parts: list[str] = []
        for begin, stop in readable_spans(opened.text, opened.note, start, end):
            at = begin
            while link and link.start < stop:
                if link.start >= at:
                    parts.append(self._taken(opened.text[at : link.start]))
                    parts.append(self._shown(link, opened.note.path, trail))
                    at = link.end
                link = next(embeds, None)
            parts.append(self._taken(opened.text[at:stop]))
            if self.left <= 0:
                break
        return "".join(parts)

    def _taken(self, text: str) -> str:
        kept = text[: max(self.left, 0)]
        self.left -= len(text)
        return kept

    def _shown(self, link: NoteLink, source: str, trail: tuple[tuple[str, str, str], ...]) -> str:
        written = _written(link)
        target = self.names.resolve(link.path, source)
        if target is None:
            return self._not_shown(f"{written} in '{source}': there is no such file in the vault")
        if not is_note(target):
            return self._taken(f"({target.rpartition('/')[2]})")
        step = (target, link.heading.lower(), link.block.lower())
        if step in trail:
            return self._not_shown(f"{written} in '{source}' embeds itself")
        if len(trail) > DEEPEST:
            return self._not_shown(f"{written} in '{source}' is more than {DEEPEST} embeds deep")
        if self.embeds >= MOST_EMBEDS:
            return self._not_shown(f"only the first {MOST_EMBEDS} embeds were followed")
        if self.left <= 0:
            return ""
        self.embeds += 1
        try:
            opened = self.open_note(target)
        except InquiroError as error:
            return self._not_shown(f"{written} in '{source}': {error}")
        span = fragment(opened.note, len(opened.text), link.heading, link.block)
        if span is None:
            return self._not_shown(f"{written} in '{source}': '{target}' has no such part")
        self.embedded[target] = None
        shown = self._expanded(opened, *span, (*trail, step)).strip("\r\n")
        return f"\n{shown}\n" if "\n" in shown else shown

    def _not_shown(self, reason: str) -> str:
        self.problems[reason] = None
        return ""


def _written(link: NoteLink) -> str:
    part = "".join(["#" + link.heading if link.heading else "", "#^" + link.block if link.block else ""])
    return f"![[{link.path}{part}]]"
