"""Researched notes and found ones, small enough for a model's context."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import FoundNote, Json, NoteResult, RelatedNote, Topic, Written
from inquiro.engine.notes.agreement import told_held
from inquiro.mcp import wording
from inquiro.mcp.cutting import Parts, clipped

LONGEST_PATH = 1_000
LONGEST_SNIPPET = 500


def researched(note: NoteResult, parts: Parts, *, full: bool) -> Json:
    """What became of a note: its section stands in it, so the beginning is enough, unless all is asked for."""
    dry = note.written is not None and note.written.outcome == "dry_run"
    built: Json = {
        "path": clipped(note.path, LONGEST_PATH),
        "topics_researched": note.topics_researched,
        "preview": clipped(note.preview, len(note.preview)),
        "written": _written(note.written) if note.written else None,
        "topics": parts.some("topics", note.topics, _topic, parts.sizes.lists),
        "related": parts.some("related", note.related, _related, parts.sizes.lists),
        "queries": parts.lines("queries", note.queries),
        "held_back": told_held(note.held) or "nothing",
        "problems": parts.lines("problems", note.problems),
    }
    if dry and note.written:
        built["diff"] = parts.text("diff", note.written.diff)
    return built | ({"section": parts.text("section", note.section)} if full else {})


def found_notes(found: Sequence[FoundNote]) -> Json:
    return {"notes": [_found(note) for note in found], "note": wording.HOW_TO_READ}


def _written(written: Written) -> Json:
    known = {"outcome": written.outcome, "path": clipped(written.path, LONGEST_PATH), "remarks_kept": written.kept}
    return known | ({"reason": clipped(written.reason, LONGEST_SNIPPET)} if written.reason else {})


def _topic(topic: Topic, longest: int) -> Json:
    return {"label": clipped(topic.label, longest), "type": topic.type}


def _related(related: RelatedNote, longest: int) -> Json:
    return {
        "path": clipped(related.path, LONGEST_PATH),
        "link": clipped(related.link, longest),
        "says": clipped(related.says, longest),
    }


def _found(note: FoundNote) -> Json:
    return {
        "path": clipped(note.path, LONGEST_PATH),
        "title": clipped(note.title, LONGEST_SNIPPET),
        "link": clipped(note.link, LONGEST_PATH),
        "heading": clipped(note.heading, LONGEST_SNIPPET),
        "snippet": clipped(note.snippet, LONGEST_SNIPPET),
        "tags": [clipped(tag, 100) for tag in note.tags[:20]],
        "modified": note.modified,
        "score": round(note.score, 4),
    }
