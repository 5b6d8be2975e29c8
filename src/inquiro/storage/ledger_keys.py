"""How things of the ledger are told apart: without regard to case, form of characters and spacing."""

from __future__ import annotations

import unicodedata
from hashlib import sha256

from inquiro.storage.characters import json_text, storable

LONGEST_KEY = 200  # characters; databases limit what they index


def folded(text: str) -> str:
    """Folding may undo the form and the form may undo folding: after the second time nothing changes any more."""
    once = unicodedata.normalize("NFKC", storable(text)).casefold()
    return " ".join(unicodedata.normalize("NFKC", once).casefold().split())


def name_key(name: str) -> str:
    key = folded(name)
    return key if len(key) <= LONGEST_KEY else sha256(key.encode()).hexdigest()


def natural_key(*parts: str) -> str:
    """One short key for several texts, none of which can run into the next."""
    return sha256(json_text([storable(part) for part in parts]).encode()).hexdigest()[:40]


def entity_key(kind: str, name: str, jurisdiction: str, lei: str) -> str:
    """Two entities may share kind, name and jurisdiction only when both have an LEI."""
    return natural_key(folded(kind), folded(name), folded(jurisdiction), lei)
