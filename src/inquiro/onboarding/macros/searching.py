"""Finding a macro by words: in any order, without regard to case and accents, best first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from inquiro.core.types import Macro

_WORD = re.compile(r"[^\W_]+")
_WEIGHTS = (8, 5, 4, 2)  # name, phrases, tags, description
_LONG_ENOUGH = 4  # letters of a word that alone may find a macro


def search(macros: Iterable[Macro], asked: str) -> list[Macro]:
    """Those that hold every word; if there are none, those that hold most of the longer ones."""
    ordered = sorted(macros, key=lambda macro: macro.name)
    words = list(dict.fromkeys(_words(asked)))
    if not words:
        return ordered
    rated = [(macro, {word: _weight(macro, word) for word in words}) for macro in ordered]
    full = [(macro, weights) for macro, weights in rated if all(weights.values())]
    if not full:
        longer = [word for word in words if len(word) >= _LONG_ENOUGH]
        full = [(macro, weights) for macro, weights in rated if any(weights[word] for word in longer)]
    best = sorted(full, key=lambda one: (-sum(map(bool, one[1].values())), -sum(one[1].values()), one[0].name))
    return [macro for macro, _ in best]


def _weight(macro: Macro, word: str) -> float:
    """How much a word says for a macro: more where it counts more, half where it is only the beginning of a word."""
    texts = (macro.name, " ".join(macro.hints.triggers), " ".join(macro.tags), macro.description)
    best = 0.0
    for weight, text in zip(_WEIGHTS, texts, strict=True):
        held = _words(text)
        if word in held:
            best = max(best, weight)
        elif any(one.startswith(word) for one in held):
            best = max(best, weight / 2)
    return best


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(char for char in bare if not unicodedata.combining(char)))
