"""The same text at two addresses is read once."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.identity import canonical_url
from inquiro.core.snapshots import is_part
from inquiro.core.types import Document
from inquiro.engine.likeness import alike_pairs, likeness, shingles

NEARLY_ALL = 0.9  # of all word runs of both texts are shared
EARLIER = "knowledge"  # the source type of what earlier research had read
SHORTEST = 20  # word runs: below that, likeness is chance


def without_copies(found: Sequence[Document], known: Sequence[Document]) -> tuple[list[Document], int]:
    """What is new among the found documents, and how many were near-identical to another one."""
    copies = originals(found, known)
    kept = [document for document in found if document.id not in copies]
    return kept, len(found) - len(kept)


def originals(found: Sequence[Document], known: Sequence[Document]) -> dict[str, str]:
    """For each found document that is a copy, the one that is read in its place.

    What earlier research had read gives way to the page as it is now, whatever that says today.
    """
    found = _freshest_first(found)
    texts = [*known, *found]
    alike = alike_pairs([document.text for document in texts])
    by_hash: dict[str, str] = {}
    copies: dict[str, str] = _outdated(texts, len(known))
    for place, document in enumerate(texts):
        first = by_hash.setdefault(document.sha256, document.id)
        if place < len(known) or document.id in copies:
            continue
        if first != document.id:
            copies[document.id] = copies.get(first, first)
            continue
        before = (texts[other] for other in range(place) if (other, place) in alike)
        near = next((one.id for one in before if one.id not in copies and _same(one, document)), None)
        if near is not None:
            copies[document.id] = near
    return copies


def _freshest_first(found: Sequence[Document]) -> list[Document]:
    """Live pages in their order, then what earlier research had read, the newest first."""
    kept = [document for document in found if document.source_type == EARLIER]
    live = [document for document in found if document.source_type != EARLIER]
    return [*live, *sorted(kept, key=lambda document: document.fetched_at, reverse=True)]


def _outdated(texts: Sequence[Document], known: int) -> dict[str, str]:
    """Found snapshots of earlier research whose page was read again since, and that reading."""
    if not any(document.source_type == EARLIER for document in texts[known:]):
        return {}
    newest: dict[str, str] = {}
    outdated: dict[str, str] = {}
    for place, document in enumerate(texts):
        if is_part(document) and document.source_type != EARLIER:
            continue
        newer = newest.setdefault(canonical_url(document.url), document.id)
        if newer != document.id and place >= known and document.source_type == EARLIER:
            outdated[document.id] = newer
    return outdated


def _same(one: Document, other: Document) -> bool:
    shorter, longer = sorted((len(one.text), len(other.text)))
    if shorter < NEARLY_ALL * longer:  # cheap, and rules almost everything out
        return False
    if min(shingles(one.text), shingles(other.text)) < SHORTEST:
        return False
    return likeness(one.text, other.text).shared >= NEARLY_ALL
