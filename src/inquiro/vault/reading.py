"""A note as it is researched: found, opened safely, its embeds in their places, what is hidden or ours left out."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import ReadFailed, UsageError
from inquiro.core.types import NoteText
from inquiro.vault.embeds import Expansion, Opened
from inquiro.vault.files import is_note
from inquiro.vault.marks import marks_in
from inquiro.vault.names import VaultNames
from inquiro.vault.notes import parse_note
from inquiro.vault.opening import read_inside
from inquiro.vault.own_section import research_sections
from inquiro.vault.places import names_of, resolve_note
from inquiro.vault.privacy_rules import IGNORE_FILE, rules_of
from inquiro.vault.recurring_lines import recurring_lines

MOST_CHARACTERS = 200_000
_MOST_BYTES = 4 * MOST_CHARACTERS + 200_000  # every character at its longest, and what is left out of the text


class Decoded(NamedTuple):
    text: str
    problem: str = ""


def read_note(vault: Path, said: str, *, names: VaultNames | None = None) -> NoteText:
    """The note a person means; UsageError where there is none, ReadFailed where it is no text."""
    path = resolve_note(vault, said, names=names)
    known = names if names is not None else names_of(vault)
    start = read_inside(vault, path, _MOST_BYTES)
    decoded = decoded_text(start.data, path, whole=start.size <= _MOST_BYTES)
    opened = Opened(decoded.text, parse_note(decoded.text, path))
    if opened.note.secrecy == "never" or rules_of(vault).ignore(path, opened.note.tags):
        raise UsageError(f"'{path}' is not researched: {_kept_out(opened.note.secrecy)}")
    expansion = Expansion(lambda other: _opened(vault, other), known, MOST_CHARACTERS)
    text = expansion.whole(opened)
    problems = [decoded.problem] if decoded.problem else []
    if any(not marks_in(decoded.text[begin:end]) for begin, end in research_sections(opened.note, len(decoded.text))):
        problems.append("what stands under 'Research' was not read: research is not evidence for itself")
    problems.extend(expansion.problems)
    if expansion.left < 0 or start.size > len(start.data):
        problems.append(f"only the first {MOST_CHARACTERS:,} characters were read")
    return NoteText(
        path=path,
        title=opened.note.title,
        text=text,
        sha256=start.sha256,
        published=opened.note.published,
        tags=opened.note.tags,
        linked=_linked(opened, known),
        embedded=tuple(expansion.embedded),
        problems=tuple(problems),
        withheld="it is marked private" if opened.note.secrecy else "",
        recurring=recurring_lines(vault, path, text, known),
    )


def _kept_out(secrecy: str) -> str:
    return "its front matter says so" if secrecy == "never" else f"{IGNORE_FILE} of the vault says so"


def decoded_text(data: bytes, path: str, *, whole: bool = True) -> Decoded:
    """The text of a file without its byte order mark; another encoding than UTF-8 is said."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ReadFailed(f"'{path}' is in UTF-16; save it as UTF-8 first")
    if b"\0" in data:
        raise ReadFailed(f"'{path}' is no text: it has zero bytes in it")
    try:
        return Decoded(codecs.getincrementaldecoder("utf-8-sig")().decode(data, final=whole))
    except UnicodeDecodeError:
        return Decoded(data.decode("cp1252", "replace"), f"'{path}' is not UTF-8; it was read as Western European text")


def _opened(vault: Path, path: str) -> Opened:
    start = read_inside(vault, path, _MOST_BYTES)
    text = decoded_text(start.data, path, whole=start.size <= _MOST_BYTES).text
    note = parse_note(text, path)
    if note.secrecy or rules_of(vault).ignore(path, note.tags):
        raise ReadFailed(f"'{path}' is private and was left out")
    return Opened(text, note)


def _linked(opened: Opened, names: VaultNames) -> tuple[str, ...]:
    """What its writer knows of; what research named is news to them until they link to it themselves."""
    text, note = opened
    ours = [span for span in research_sections(note, len(text)) if marks_in(text[slice(*span)])]
    written = (link for link in note.links if not any(start <= link.start < end for start, end in ours))
    targets = (names.resolve(link.path, note.path) for link in written if link.path)
    return tuple(dict.fromkeys(target for target in targets if target and is_note(target) and target != note.path))
