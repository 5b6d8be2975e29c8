"""Text from outside, set apart: it cannot end its own fence, nor look like another one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

import regex

from inquiro.engine.harmless import masked

_LIKE_A_FENCE = regex.compile(r"<{3,}|>{3,}")
_LOOKALIKE = {"<": "‹", ">": "›"}


@lru_cache(maxsize=2_048)  # the same facts and items are listed in every round
def safe(text: str) -> str:
    """One line of material: visible, without addresses, and without anything like a fence."""
    return _LIKE_A_FENCE.sub(lambda found: _LOOKALIKE[found[0][0]] * len(found[0]), masked(text))


def fenced(kind: str, lines: Iterable[str]) -> str:
    """Lines between two marks that are made from the lines themselves, so that nobody can write them in advance.

    Every line has to be `safe` already, beyond what we put around it.
    """
    body = "\n".join(lines)
    mark = hashlib.sha256(f"{kind}\n{body}".encode(errors="replace")).hexdigest()[:10]
    return f"<<<{kind} {mark}\n{body}\n{mark}>>>"
