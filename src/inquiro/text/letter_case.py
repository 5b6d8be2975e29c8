"""A word as a pattern that ignores case takes it, so that whatever it finds is found again in a table."""

from __future__ import annotations


def folded(word: str) -> str:
    """`DREISSIG` is dreißig, a long s is an s, and every kind of i is one."""
    return word.casefold().replace("i\u0307", "i").replace("ı", "i")
