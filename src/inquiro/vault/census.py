"""Every link of a vault: where it leads, or that it leads nowhere."""

from __future__ import annotations

from pathlib import Path

from inquiro.core.errors import InquiroError
from inquiro.core.types import Value
from inquiro.vault.files import files_of, is_note
from inquiro.vault.fragments import fragment
from inquiro.vault.inline import NoteLink
from inquiro.vault.names import VaultNames
from inquiro.vault.notes import ParsedNote, parse_note
from inquiro.vault.opening import read_inside
from inquiro.vault.reading import decoded_text

_LARGEST = 100_000_000  # bytes


class BrokenLink(Value, frozen=True, kw_only=True):
    """A link that leads nowhere, and what is missing."""

    path: str
    line: int
    written: str
    reason: str


class Census(Value, frozen=True, kw_only=True):
    """How many of each, in the whole vault; a link counts once among links or embeds, and again by what it names."""

    notes: int
    attachments: int
    links: int
    embeds: int
    heading_refs: int
    block_refs: int
    attachment_refs: int
    resolved: int
    broken: tuple[BrokenLink, ...] = ()
    unreadable: tuple[str, ...] = ()  # notes, with the reason


class _Read(Value, frozen=True, kw_only=True):
    note: ParsedNote
    length: int
    lines: dict[int, tuple[int, str]]  # of each link by its start: its line, and how it is written


def census(vault: Path) -> Census:
    """Counts over all notes; a link to a heading or a block is whole only if that is there too."""
    paths = list(files_of(vault))
    notes, unreadable = _all_notes(vault, [path for path in paths if is_note(path)])
    names = VaultNames((path, notes[path].note.aliases if path in notes else ()) for path in paths)
    counted = dict.fromkeys(("links", "embeds", "heading_refs", "block_refs", "attachment_refs", "resolved"), 0)
    broken: list[BrokenLink] = []
    for path, read in notes.items():
        for link in read.note.links:
            target = names.resolve(link.path, path)
            counted["embeds" if link.embeds else "links"] += 1
            is_attached = target is not None and not is_note(target)
            counted["heading_refs"] += bool(link.heading) and not is_attached  # a page or a view is no heading
            counted["block_refs"] += bool(link.block) and not is_attached
            counted["attachment_refs"] += is_attached
            if reason := _missing(link, target, notes):
                line, written = read.lines[link.start]
                broken.append(BrokenLink(path=path, line=line, written=written, reason=reason))
            else:
                counted["resolved"] += 1
    return Census(
        notes=len(notes), attachments=len(paths) - len(notes) - len(unreadable), **counted,
        broken=tuple(broken), unreadable=tuple(unreadable),
    )  # fmt: skip


def _all_notes(vault: Path, paths: list[str]) -> tuple[dict[str, _Read], list[str]]:
    notes: dict[str, _Read] = {}
    unreadable: list[str] = []
    for path in paths:
        try:
            text = decoded_text(read_inside(vault, path, _LARGEST).data, path).text
        except InquiroError as error:
            unreadable.append(str(error))
            continue
        note = parse_note(text, path)
        notes[path] = _Read(note=note, length=len(text), lines=_lines(text, note))
    return notes, unreadable


def _lines(text: str, note: ParsedNote) -> dict[int, tuple[int, str]]:
    found: dict[int, tuple[int, str]] = {}
    at, number = 0, 1
    for link in sorted(note.links):
        number += text.count("\n", at, link.start)
        at = link.start
        found[link.start] = (number, text[link.start : link.end])
    return found


def _missing(link: NoteLink, target: str | None, notes: dict[str, _Read]) -> str:
    if target is None:
        return "no such file"
    read = notes.get(target)
    if read is None or not (link.heading or link.block):
        return ""
    if fragment(read.note, read.length, link.heading, link.block):
        return ""
    return f"no such {'block' if link.block else 'heading'} in '{target}'"
