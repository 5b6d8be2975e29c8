"""One note for other programs to read: a stretch of it, and only if it may be seen by others than its owner."""

from __future__ import annotations

from datetime import UTC, datetime

from inquiro.core.errors import NoteNotFound, UsageError
from inquiro.core.types import NotePart
from inquiro.vault.index.vault_index import VaultIndex
from inquiro.vault.notes import ParsedNote, parse_note
from inquiro.vault.opening import read_inside
from inquiro.vault.places import no_such_note, resolve_note
from inquiro.vault.privacy_rules import rules_of
from inquiro.vault.reading import decoded_text

LONGEST_BYTES = 8_000_000


def shown_note(index: VaultIndex, said: str, offset: int, longest: int) -> NotePart:
    """The note that is meant, from its character `offset` on; one that stays to itself is answered as if not there."""
    names = index.visible_names()
    path = resolve_note(index.vault, said, names=names)
    start = read_inside(index.vault, path, LONGEST_BYTES)
    text = decoded_text(start.data, path, whole=start.size <= LONGEST_BYTES).text
    note = parse_note(text, path)
    if note.secrecy or rules_of(index.vault).ignore(path, note.tags):
        raise NoteNotFound(no_such_note(index.vault, said, names))
    seen = _without_comments(text, note)
    if offset > len(seen):
        raise UsageError(f"'{path}' has {len(seen):,} characters; there is nothing at {offset:,}")
    end = _end(seen, offset, longest)
    changed = (index.vault / path).lstat().st_mtime
    return NotePart(
        path=path,
        title=note.title,
        text=seen[offset:end],
        offset=offset,
        characters=len(seen),
        next_offset=end if end < len(seen) else None,
        tags=note.tags,
        modified=datetime.fromtimestamp(changed, UTC).astimezone().date().isoformat(),
        dated=note.published or "",
        link=index.link_to(path),
    )


def _without_comments(text: str, note: ParsedNote) -> str:
    kept, at = [], 0
    for start, end in note.hidden:
        if start >= at:
            kept.append(text[at:start])
        at = max(at, end)
    return "".join((*kept, text[at:]))


def _end(text: str, offset: int, longest: int) -> int:
    """At the end of a line where one is near enough."""
    end = offset + longest
    if end >= len(text):
        return len(text)
    line = text.rfind("\n", offset + longest // 2, end)
    return line + 1 if line >= 0 else end
