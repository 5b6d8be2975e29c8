"""Found notes, small enough for a model's context."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import FoundNote, Json, NotePart
from inquiro.mcp import wording
from inquiro.present.size_limits import clipped

LONGEST_PATH = 1_000
LONGEST_SNIPPET = 500


def found_notes(found: Sequence[FoundNote]) -> Json:
    return {"notes": [_found(note) for note in found], "note": wording.HOW_TO_READ}


def note_part(part: NotePart) -> Json:
    """All that was asked for: its length was chosen by the client."""
    known: Json = {
        "path": clipped(part.path, LONGEST_PATH),
        "title": clipped(part.title, LONGEST_SNIPPET),
        "link": clipped(part.link, LONGEST_PATH),
        "tags": [clipped(tag, 100) for tag in part.tags[:20]],
        "modified": part.modified,
        "dated": part.dated,
        "text": clipped(part.text, len(part.text)),
        "offset": part.offset,
        "characters": part.characters,
    }
    return (
        known | ({} if part.next_offset is None else {"next_offset": part.next_offset}) | {"note": wording.HOW_TO_READ}
    )


def _found(note: FoundNote) -> Json:
    return {
        "path": clipped(note.path, LONGEST_PATH),
        "title": clipped(note.title, LONGEST_SNIPPET),
        "link": clipped(note.link, LONGEST_PATH),
        "heading": clipped(note.heading, LONGEST_SNIPPET),
        "snippet": clipped(note.snippet, LONGEST_SNIPPET),
        "tags": [clipped(tag, 100) for tag in note.tags[:20]],
        "modified": note.modified,
        **({"dated": note.dated} if note.dated else {}),
        "score": round(note.score, 4),
    }
