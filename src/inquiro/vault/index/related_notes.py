"""Notes of a vault that are like one of them: by meaning where vectors are there, else by the words that mark it."""

from __future__ import annotations

import sqlite3
from collections import Counter

import numpy as np

from inquiro.index import documents
from inquiro.index.documents import Kept
from inquiro.index.passage_vectors import Embeds
from inquiro.index.search import Asked, Match, Searcher
from inquiro.index.vector_files import Vectors
from inquiro.retrieval.words import content_tokens
from inquiro.vault.index.prepared import embedded_text
from inquiro.vault.index.rows import NoteContent

LIKE = 0.5  # cosine of a note and a passage below which the two only share a language
AS_ITSELF = 0.3  # of the score that a note has for its own words
_PASSAGES = 4  # that stand for a note, spread over it
_TERMS = 24


def like(
    connection: sqlite3.Connection, searcher: Searcher, embedder: Embeds | None, note: Kept, content: NoteContent
) -> list[Match]:
    """Other notes, best first; better none than one that has little to do with it."""
    query = " ".join(_marking(content))
    vector = _vector(connection, embedder, content) if embedder else None
    if embedder and vector is not None:
        found = searcher.search(connection, query, "semantic", Asked(embedder.name, vector))
        least = LIKE
    else:
        found = searcher.search(connection, query, "keyword", None)
        least = AS_ITSELF * next((one.score for one in found if one.document == note.id), 0.0)
    return [one for one in found if one.document != note.id and one.score >= max(least, 1e-9)]


def _marking(content: NoteContent) -> list[str]:
    counted = Counter(content_tokens(content.text[:20_000]))
    named = content_tokens(" ".join((content.title, *content.aliases, *content.tags)))
    return [*dict.fromkeys((*named, *(term for term, _ in counted.most_common(_TERMS))))][:_TERMS]


def _vector(connection: sqlite3.Connection, embedder: Embeds, content: NoteContent) -> Vectors | None:
    """What the note means on the whole; None where the index cannot tell."""
    if not content.passages or documents.meta(connection, "embedder") != embedder.name:
        return None
    if not documents.is_embedded(connection):
        return None
    step = max(1, len(content.passages) // _PASSAGES)
    places = range(0, len(content.passages), step)[:_PASSAGES]
    mean = embedder.embed([embedded_text(content, at) for at in places]).mean(axis=0)
    length = float(np.linalg.norm(mean))
    return (mean / length).astype(np.float32) if length > 0 else None
