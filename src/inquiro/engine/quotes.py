"""Finding a quote in a stored text: exactly, or through a fold that keeps a map back to the real offsets."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import lru_cache

_SAME = {
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—−", "-"),
    "‹": "<",  # as text from outside is shown to a model
    "›": ">",
    "\u00ad": "",
    "\u200b": "",
    "\ufeff": "",
}
_SLACK = 100  # characters of white space and hyphens that folding takes out
MIN_QUOTE = 8  # shorter than this, a folded match proves nothing


def locate(text: str, quote: str, near: int = -1) -> tuple[int, int] | None:
    """The span of `quote` in `text`, closest to `near`; None when the words are not there."""
    quote = quote.strip()
    if not quote:
        return None
    if near >= 0 and text.startswith(quote, near):
        return near, near + len(quote)
    if exact := _closest(text, quote, near):
        return exact
    if len(quote) < MIN_QUOTE:
        return None
    wanted = fold(quote)[0].strip()
    if near >= 0 and (here := _right_here(text, wanted, near)):
        return here
    folded, offsets = fold(text)
    at = bisect_left(offsets, near) if near >= 0 else -1
    if (found := _closest(folded, wanted, at)) is None and len(squeezed := wanted.replace(" ", "")) >= MIN_QUOTE:
        # Whoever copies code or a table may lose the blanks at its line ends.
        kept = [place for place, character in enumerate(folded) if character != " "]
        offsets = [offsets[place] for place in kept]
        near_kept = bisect_left(kept, at) if at >= 0 else -1
        found = _closest("".join(folded[place] for place in kept), squeezed, near_kept)
    return (offsets[found[0]], offsets[found[1] - 1] + 1) if found else None


def fold(text: str) -> tuple[str, list[int]]:
    """A tolerant form (case, white space, quote marks, hyphens, compatibility forms) with its offsets."""
    characters: list[str] = []
    offsets: list[int] = []
    before = ""
    for at, character in enumerate(text):
        for part in _folded(character):
            if part == " " == before:
                continue
            characters.append(part)
            offsets.append(at)
            before = part
    return "".join(characters), offsets


@lru_cache(maxsize=4_096)
def _folded(character: str) -> str:
    if character in _SAME:
        return _SAME[character]
    if character.isspace():
        return " "
    if character.isascii():
        return character.lower()
    return unicodedata.normalize("NFKC", character).casefold()


def _right_here(text: str, wanted: str, near: int) -> tuple[int, int] | None:
    """The span that begins where it was expected: nothing is closer, and a long text need not be folded for it."""
    folded, offsets = fold(text[near : near + 2 * len(wanted) + _SLACK])
    if not wanted or not folded.startswith(wanted) or offsets[0]:
        return None
    return near, near + offsets[len(wanted) - 1] + 1


def _closest(text: str, wanted: str, near: int) -> tuple[int, int] | None:
    if not wanted:
        return None
    best = text.find(wanted)
    at = best
    while near >= 0 and at >= 0:
        if abs(at - near) < abs(best - near):
            best = at
        at = text.find(wanted, at + 1)
    return (best, best + len(wanted)) if best >= 0 else None
