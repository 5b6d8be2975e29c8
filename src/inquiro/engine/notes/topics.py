"""Topics as they may be used: labels that may leave, no two the same, ten at most."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import regex

from inquiro.core.errors import UsageError
from inquiro.core.types import MOST_TOPICS, NoteText, Topic
from inquiro.engine.meaning import meaning
from inquiro.engine.notes.known_words import gate_of
from inquiro.engine.notes.labels import public_label

_WORD = regex.compile(r"\p{L}{2}|[\p{Han}\p{Katakana}\p{Hiragana}\p{Hangul}]")


def topics_ready(found: Sequence[Topic], note: NoteText, *, most: int = MOST_TOPICS) -> list[Topic]:
    """A topic of which no label is left is kept for the vault, as long as it says something of its own."""
    ready: list[Topic] = []
    labels: set[frozenset[str]] = set()
    contexts: set[str] = set()
    for one in found:
        cleaned = public_label(
            one.label, note.text, title=note.title, path=note.path, linked=note.linked, gate=gate_of(note)
        )
        terms = meaning(cleaned.label)
        said = " ".join(one.context.split())
        if (terms in labels) if cleaned.label else (not said or said in contexts):
            continue
        labels.add(terms)
        contexts.add(said)
        told = tuple(dict.fromkeys((*one.redacted, *cleaned.redacted)))
        ready.append(msgspec.structs.replace(one, id=f"t{len(ready) + 1}", label=cleaned.label, redacted=told))
        if len(ready) == most:
            break
    return ready


def require_words(note: NoteText) -> None:
    """There has to be something to research."""
    if not _WORD.search(note.text):
        raise UsageError(f"the note {note.path} has no words in it: write something first, or name another note")
