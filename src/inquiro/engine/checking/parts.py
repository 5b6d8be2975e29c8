"""A sentence as the parts between its joints, each with its terms: what stands in one part belongs together."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from inquiro.engine.checking.statement import Statement
from inquiro.engine.checking.weights import joins
from inquiro.retrieval.words import content_tokens, tokens
from inquiro.text.dates import Date
from inquiro.text.figures import Figure
from inquiro.text.units import Unit

Anchor = Figure | Date
ENOUGH = 2  # terms of its own that say what a number is about
_FLAGS = regex.IGNORECASE | regex.VERSION1
_JOINT = regex.compile(
    r"[;；]\s*|\n+|:\s+|[，、]\s*|,(?=\D|\s)\s*|。|\s[–—]\s|\s\|\s(?=$)|\s(?:and|but|while|whereas|versus|vs\.?|against|compared\s+(?:with|to)|und|aber|während|gegenüber|sowie|et|mais|"
    r"tandis\s+que|alors\s+que|contre|puis|y|e|pero|mientras(?:\s+que)?|frente\s+a)(?=\s)",
    _FLAGS,
)
_STRONG = regex.compile(r"[;；\n。]")
_ORDINALS = frozenset(
    tokens(
        "first second third fourth fifth erste ersten zweite zweiten dritte premier première deuxième second seconde troisième primero primera segundo segunda tercero"
    )
)


_YEAR = regex.compile(
    r"(?:1\d|20)\d\d(?!\d|[.,]\d)"
)  # also where the next word looks like a unit: `ging 1984 ans Netz`
_CJK_NUMBER = regex.compile(r"(?<![\d.,])(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)(?P<unit>[\p{Han}\p{Katakana}%％]?)")


class Part(NamedTuple):
    """What stands between two joints; `block` counts the strong joints before it."""

    start: int
    end: int
    block: int
    terms: frozenset[str]


class Owned(NamedTuple):
    """A number, date or year of a sentence, with the terms that it belongs to."""

    anchor: Anchor
    part: int
    terms: frozenset[str]
    aside: bool = False  # in brackets


def key(anchor: Anchor) -> str:
    """How another anchor of the same value is written as a term."""
    if isinstance(anchor, Date):
        return f"@{anchor.year or ''}-{anchor.month or ''}-{anchor.day or ''}" if anchor.month else f"@{anchor.year}"
    if _YEAR.match(anchor.text) and anchor.unit.measure in {"", "month", "年"}:
        return f"@{anchor.text[:4]}"
    return f"#{anchor.value:g}{anchor.unit.measure}"


def kind(term: str) -> str:
    """What a term could be exchanged for: years for years, ordinals for ordinals."""
    if term.startswith("@"):
        return "date"
    return "ordinal" if term in _ORDINALS else ""


def _starts(anchor: Anchor) -> int:
    """Without the blank that may belong to it."""
    return anchor.end - len(anchor.text)


def anchors(said: Statement) -> list[Anchor]:
    """Every number and date in order, those between Chinese and Japanese characters too."""
    found: list[Anchor] = [*said.figures, *said.dates]
    for match in _CJK_NUMBER.finditer(said.text) if said.language in {"zh", "ja"} else ():
        if not any(one.start < match.end() and match.start() < one.end for one in found):
            value = float(match["number"].replace(",", ""))
            found.append(Figure(match[0], match.start(), match.end(), (value,), 0.0, Unit(match["unit"])))
    return sorted(found, key=lambda one: one.start)


@lru_cache(maxsize=4_096)
def parts(said: Statement) -> tuple[Part, ...]:
    cuts = [(0, False)]
    numbers = anchors(said)
    cuts += [
        (match.end(), _STRONG.search(match[0]) is not None)
        for match in _JOINT.finditer(said.text)
        if not any(_starts(one) < match.end() and match.start() < one.end for one in numbers)
    ]
    cuts.append((len(said.text), False))
    found: list[Part] = []
    block = 0
    for (start, strong), (end, _) in pairwise(cuts):
        block += strong
        found.append(Part(start, end, block, _terms(said, start, end)))
    return tuple(found)


def _terms(said: Statement, start: int, end: int, but: Anchor | None = None) -> frozenset[str]:
    found: set[str] = set()
    for word in said.words:
        if start <= word.start < end:
            found.update(term for term in content_tokens(word.text, said.language) if not joins(term))
            found.update(term for term in tokens(word.text) if term in _ORDINALS)
    for anchor in anchors(said):
        if anchor == but:
            found.difference_update(tokens(anchor.text), [key(anchor)])
        elif start <= _starts(anchor) < end:
            found.add(key(anchor))
            found.update(_named(said.text, anchor))
    for code in said.identifiers:
        if start <= code.start < end:
            found.update(tokens(code.text))
    return frozenset(found)


def _named(text: str, anchor: Anchor) -> frozenset[str]:
    """The words of a number that name what is counted, such as `copies` in a unit that is none."""
    return frozenset(
        term for term in content_tokens(text[anchor.start : anchor.end]) if term.isalpha() and len(term) > 3
    )


@lru_cache(maxsize=4_096)
def owned(said: Statement) -> tuple[Owned, ...]:
    """Each number and date with the terms of its part; where a part holds several, a term goes to the nearest."""
    every = parts(said)
    all_of_them = anchors(said)
    found: list[Owned] = []
    for anchor in all_of_them:
        at = next((n for n, part in enumerate(every) if part.start <= _starts(anchor) < part.end), len(every) - 1)
        part = every[at]
        same = [one for one in all_of_them if part.start <= _starts(one) < part.end and alike(one, anchor)]
        start, end = part.start, part.end
        if len(same) > 1 and not _ranged(said.text, same):
            start, end = _nearer(said, same, anchor, part)
        terms = set(_terms(said, start, end, anchor))
        few = len(terms) < ENOUGH
        # What stands ahead in the same block and has no number of its own of this kind belongs to it as well.
        for before in range(at - 1, -1, -1):
            one = every[before]
            if one.block != part.block or any(
                one.start <= _starts(other) < one.end and alike(other, anchor) for other in all_of_them
            ):
                break
            terms |= one.terms if few or len(one.terms) <= ENOUGH else {term for term in one.terms if kind(term)}
        found.append(Owned(anchor, at, frozenset(terms), _aside(said.text, anchor)))
    return tuple(found)


def _aside(text: str, anchor: Anchor) -> bool:
    return text.count("(", 0, anchor.start + 1) > text.count(")", 0, anchor.start + 1)


def alike(one: Anchor, other: Anchor) -> bool:
    """Whether two anchors could be taken for each other."""
    dated, also = key(one).startswith("@"), key(other).startswith("@")
    if dated or also or isinstance(one, Date) or isinstance(other, Date):
        return dated and also
    return one.unit.measure == other.unit.measure or not (one.unit.measure and other.unit.measure)


def _ranged(text: str, same: list[Anchor]) -> bool:
    """`8 to 12`, `31 of 200`: one thing said with two numbers."""
    between = text[same[0].end : same[-1].start]
    return len(same) == 2 and len(between.split()) <= 2


def _nearer(said: Statement, same: list[Anchor], anchor: Anchor, part: Part) -> tuple[int, int]:
    """The stretch around one of several: up to the middle between it and its neighbours, whole words."""
    at = same.index(anchor)
    start = part.start if not at else _middle(said, same[at - 1].end, anchor.start)
    end = part.end if at == len(same) - 1 else _middle(said, anchor.end, same[at + 1].start)
    return start, end


def _middle(said: Statement, start: int, end: int) -> int:
    """After a preposition's phrase a new one begins: `1.2bn at the end of June | from 1.5bn a year earlier`."""
    inside = [word for word in said.words if start <= word.start < end]
    if not inside:
        return end
    for word in reversed(inside[1:]):
        if word.text.casefold() in {
            "from",
            "to",
            "on",
            "with",
            "by",
            "auf",
            "von",
            "de",
            "à",
            "a",
            "con",
            "grew",
            "fell",
            "rose",
        }:
            return word.start
    return inside[len(inside) // 2].start
