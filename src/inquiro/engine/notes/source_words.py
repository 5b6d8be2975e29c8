"""Words of a note that public sources of the same run use as well: later searches of the run may hold them.

Only what pages and papers write in small letters, in two of them or again and again in one: a list of names or passwords
has each word once. Nothing of the reader's own documents counts, and what a note uses as a name stays one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import regex

from inquiro.core.types import Document, NoteText, Topic
from inquiro.engine.notes.disguises import squeezed
from inquiro.engine.notes.extractive import taken_apart
from inquiro.engine.notes.known_words import TITLE, UNKNOWN, gate_of
from inquiro.engine.notes.labels import public_label
from inquiro.engine.notes.prose import prose_of
from inquiro.engine.notes.search_phrases import phrase, telling_words

PUBLIC = frozenset({"web", "academic", "pubmed"})
FEWEST_DOCUMENTS, FEWEST_TIMES = 2, 3
SHORTEST = 4  # letters
MOST_SEARCHES = 5  # more of a note in a run
LOOKED_AT = 100_000  # characters of a document
_SMALL = regex.compile(r"(?<![\p{L}\p{N}@/._-])\p{Ll}{4,40}(?:-\p{Ll}{2,40})*(?![\p{L}\p{N}@/_])")


def source_words(note: NoteText, documents: Iterable[Document]) -> tuple[str, ...]:
    """The words of the note that were held back as unknown, or as its title's alone, and that public sources use."""
    gate = gate_of(note)
    if gate is None:
        return ()
    said = gate.parted(telling_words(f"{note.title}. {prose_of(note.text)}", gate.language))
    held = {squeezed(word): word for word in said if gate.held(word) in {UNKNOWN, TITLE} and len(word) >= SHORTEST}
    holders: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for document in documents:
        if document.private or document.source_type not in PUBLIC or not document.url.startswith("http"):
            continue
        times = Counter(squeezed(word) for word in _SMALL.findall(document.text[:LOOKED_AT]))
        for word in held.keys() & times.keys():
            holders[word] += 1
            most[word] = max(most[word], times[word])
    used = (word for word in held if holders[word] >= FEWEST_DOCUMENTS or most[word] >= FEWEST_TIMES)
    return tuple(sorted(held[word] for word in used))


def later_searches(note: NoteText, topics: Sequence[Topic], words: Sequence[str]) -> list[tuple[str, str]]:
    """Ids of topics with the search that they gain, where the words make one that says more."""
    if not words:
        return []
    known = msgspec.structs.replace(note, source_words=tuple(words))
    apart, gate = taken_apart(known), gate_of(known)
    gained = frozenset(map(squeezed, words))
    found: list[tuple[str, str]] = []
    for topic in topics:
        said = " ".join(prose_of(topic.context).split())
        wanted = (
            phrase(said, apart.subject, topic.title, apart.language, apart.counts, usable=apart.open) if said else ()
        )
        cleaned = public_label(
            " ".join(wanted), note.text, title=note.title, path=note.path, linked=note.linked, gate=gate
        )
        new = {squeezed(word) for word in cleaned.label.split()} - {squeezed(word) for word in topic.label.split()}
        if new & gained and cleaned.label not in {label for _, label in found}:
            found.append((topic.id, cleaned.label))
    return found[:MOST_SEARCHES]
