"""Words that a person lets leave whenever a note of this vault holds them; kept beside its index, never in the vault."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

FILE = "accepted_words.json"
MOST = 2_000


def accepted_words(state: Path) -> tuple[str, ...]:
    """Sorted; none where the file is not there or is not what was written."""
    try:
        found = json.loads((state / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(sorted(word for word in found if isinstance(word, str))) if isinstance(found, list) else ()


def accept_words(state: Path, words: Iterable[str]) -> tuple[str, ...]:
    return _put(state, {*accepted_words(state), *(word.casefold() for word in words)})


def forget_words(state: Path, words: Iterable[str] | None = None) -> tuple[str, ...]:
    """Those, or all of them; returns what is left."""
    gone = None if words is None else {word.casefold() for word in words}
    return _put(state, set() if gone is None else {word for word in accepted_words(state) if word not in gone})


def _put(state: Path, words: set[str]) -> tuple[str, ...]:
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = sorted(words)[:MOST]
    fresh = state / f"{FILE}.new"
    fresh.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")
    fresh.replace(state / FILE)
    return tuple(kept)
