"""Lines that many notes of a vault have: templates, footers and calls for help are nothing that a note says itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import regex

from inquiro.core.errors import InquiroError
from inquiro.vault.files import folder_of, is_note
from inquiro.vault.opening import read_inside

MOST_NOTES = 120  # others that are looked at: those of the same folder first, then some of all
MOST_BYTES = 60_000  # of each
FEWEST = 3  # others that have the line
SHARE = 0.05  # of those that were looked at
SHORTEST = 8  # letters
_LETTER = regex.compile(r"\p{L}")


def recurring_lines(vault: Path, path: str, text: str, files: Iterable[str]) -> tuple[str, ...]:
    """Those of a note, without the blanks around them, in their order."""
    own = dict.fromkeys(line.strip() for line in text.splitlines() if len(_LETTER.findall(line)) >= SHORTEST)
    others = _sample(path, [one for one in files if is_note(one) and one != path])
    if not own or len(others) < FEWEST:
        return ()
    held: Counter[str] = Counter()
    for other in others:
        try:
            data = read_inside(vault, other, MOST_BYTES).data
        except InquiroError:
            continue  # gone, or a link: it tells nothing
        held.update(own.keys() & {line.strip() for line in data.decode("utf-8", "replace").splitlines()})
    least = max(FEWEST, SHARE * len(others))
    return tuple(line for line in own if held[line] >= least)


def _sample(path: str, others: list[str]) -> list[str]:
    near = [one for one in others if folder_of(one) == folder_of(path)][: MOST_NOTES // 2]
    far = [one for one in others if one not in set(near)]
    step = max(1, -(-len(far) // (MOST_NOTES - len(near))))
    return [*near, *far[::step]]
