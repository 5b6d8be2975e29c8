"""What a source asserts, and what it only mentions: asked, tested, denied, attributed, hypothetical, planned, retracted.

A sentence is borne out by words that its source stands by. "It is a myth that S" holds every word of S and proves
nothing of it; only a sentence that carries the same reserve is borne out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from inquiro.engine.checking.reserve import (
    ANSWERS,
    CANCELLED,
    HEADINGS,
    INTRODUCED,
    KEPT,
    LABELS,
    MARKERS,
    TAKEN_BACK,
    Kind,
)
from inquiro.retrieval.words import content_tokens, detect_language
from inquiro.text.needed import needed

MEANT = 0.34  # of the shared words: so many stand where the words of reserve point
WITHIN = 0.7  # of the words that a sentence shares with its evidence: so many stand in what is only mentioned
CONDITION = 0.34  # of a condition's words: a sentence that holds so many has kept it
_ENDS = " .!?…"
_CLOSERS = ' "”’»」』)'
_FLAGS = regex.IGNORECASE | regex.VERSION1


class Standing(NamedTuple):
    """A part of a sentence that its source does not assert; `core` is where what is meant begins and ends."""

    kind: Kind
    start: int
    end: int
    by: str  # the words that say so
    core: tuple[int, int] = (0, 0)


class Span(NamedTuple):
    start: int
    end: int


# Where something said with reserve ends: what follows is said without it.
_STRONG = regex.compile(
    r"[;；。]\s*|\s[—–]\s|,\s+(?=(?:but|yet|however|and\s+(?:the|it|he|she|they|we|in|no|so|this|that|\p{L}+\s+(?:is|are|was|were|has|have|will))|though|aber|doch|jedoch|sondern|und|"
    r"mais|or|et|pero|sino|y)\b)|:\s+|，(?=但|却|然而|而)|、?が、|ものの、",
    _FLAGS,
)
_CONTRAST = regex.compile(
    r"[;；]|(?<!\p{L})(?:but|yet|however|though|aber|doch|jedoch|mais|pero|sino)(?!\p{L})|但|却|が、", _FLAGS
)
_CONCESSION = regex.compile(
    r"^(?:although|even\s+if|even\s+though|while|whereas|obwohl|auch\s+wenn|während|bien\s+que|même\s+si|aunque|si\s+bien|虽然|尽管)\b[^,，]*[,，]\s*",
    _FLAGS,
)
_CONDITIONAL = regex.compile(
    r"^(?P<if>(?:if|unless|in\s+case|provided(?:\s+that)?|assuming(?:\s+that)?|should\s+the|falls|wenn|sofern|sollten?|si|s['’]il|siempre\s+que|"
    r"en\s+caso\s+de|de\s+\p{L}+rse|如果|若|假如|倘若|もし)(?!\p{Ll})[^,，、;]*[,，、]\s*)(?P<then>.+)$|"
    r"^(?P<then>.+?),?\s+(?P<if>(?:if|unless|provided\s+that|assuming\s+that|falls|sofern)\s.+)$",
    _FLAGS,
)


class Marker(NamedTuple):
    """Words of reserve, how far they reach, and letters of which all of them have some, for a quick look."""

    kind: Kind
    scope: str
    language: str
    pattern: regex.Pattern[str]
    needed: frozenset[str]

    def can_be_in(self, lower: str) -> bool:
        return not self.needed or any(letters in lower for letters in self.needed)


@cache
def _markers() -> tuple[Marker, ...]:
    return tuple(
        Marker(kind, scope, language, regex.compile(_bounded(pattern), _FLAGS), needed(_bounded(pattern)))
        for (kind, scope, language), pattern in MARKERS.items()
    )


@cache
def _kept() -> dict[str, regex.Pattern[str]]:
    return {kind: regex.compile(_bounded(pattern), _FLAGS) for kind, pattern in KEPT.items()}


_CANCELLED = regex.compile(CANCELLED, _FLAGS)
_TAKEN_BACK = regex.compile(TAKEN_BACK, _FLAGS)
_LABELS = regex.compile(LABELS, _FLAGS)
_LABELLED = regex.compile(LABELS.removesuffix("$"), _FLAGS)
_YES, _NO = (regex.compile(pattern, _FLAGS) for pattern in ANSWERS)
_HEADINGS = tuple((kind, regex.compile(pattern, _FLAGS)) for kind, pattern in HEADINGS.items())
_INTRODUCED = tuple((kind, regex.compile(pattern, _FLAGS)) for kind, pattern in INTRODUCED.items())


def _bounded(pattern: str) -> str:
    """Whole words, in scripts that have them."""
    joined = "".join(line.strip() for line in pattern.splitlines())
    return rf"(?:(?<!\p{{Latin}})|(?=,))(?:{joined})(?!\p{{Latin}})"


@lru_cache(maxsize=8_192)
def standings(sentence: str, before: str = "", after: str = "") -> tuple[Standing, ...]:
    """The parts of a sentence that are said with reserve, its neighbours in view."""
    whole = Span(0, len(sentence))
    if sentence.rstrip(_CLOSERS).endswith(("?", "？")) and not _YES.match(after):
        return (Standing("denied" if _NO.match(after) else "asked", *whole, "?"),)
    if found := _LABELS.search(before[-60:]) or _LABELLED.match(sentence):
        return (Standing("denied", *whole, found[0].strip()),)
    if found := _TAKEN_BACK.match(after):
        return (Standing("retracted", *whole, found[0].strip()),)
    plain = _CANCELLED.sub(lambda match: " " * len(match[0]), sentence)
    segments = _segments(plain)
    found_all: list[Standing] = []
    spoken = detect_language(sentence)
    lower = plain.lower() if plain.isascii() else ""  # other letters have more than one way to be small
    for marker in _markers():
        if (marker.language and marker.language != spoken) or (lower and not marker.can_be_in(lower)):
            continue
        kind, scope = marker.kind, marker.scope
        for match in marker.pattern.finditer(plain):
            within = next((s for s in segments if s.start <= match.start() < s.end), whole)
            start, end = whole if scope == "all" else within
            first = match.end() if scope == "after" else start
            last = match.start() if scope == "before" else end
            if first < last:
                found_all.append(Standing(kind, start, end, match[0].strip(), (first, last)))
    return tuple(found_all)


def _segments(text: str) -> list[Span]:
    cuts = {0, len(text), *(match.end() for match in _STRONG.finditer(text))}
    if concession := _CONCESSION.match(text):
        cuts.add(concession.end())
    edges = sorted(cuts)
    return [Span(start, end) for start, end in pairwise(edges)]


def under(heading: str) -> Kind | None:
    """What the headings above a text say about all of it, such as Rejected Ideas."""
    return next((kind for kind, pattern in _HEADINGS if pattern.search(heading)), None)


def keeps(kind: str, text: str, there: str) -> bool:
    """Whether a sentence keeps a reserve of some kind in words that the reserved part itself does not hold."""
    if kind == "asked" and text.rstrip(_CLOSERS).endswith(("?", "？")):
        return True
    return any(not _holds(there, match[0]) for match in _kept()[kind].finditer(text))


def _holds(text: str, words: str) -> bool:
    return regex.search(rf"(?<!\p{{Latin}}){regex.escape(words)}(?!\p{{Latin}})", text, _FLAGS) is not None


def introduced(before: str) -> Kind | None:
    """What the sentence before says about the next."""
    return next((kind for kind, pattern in _INTRODUCED if pattern.search(before)), None)


class Told(NamedTuple):
    """A sentence of the evidence, with what stands before and after it and above it."""

    text: str
    before: str = ""
    after: str = ""
    heading: str = ""


def unproven(text: str, told: Sequence[Told]) -> Standing | None:
    """What keeps all of the nearest evidence from proving a sentence; None where one of it asserts what is said.

    `told` is what shares most with the sentence: whatever else the source says is no proof of it.
    """
    language = detect_language(text)
    said = frozenset(content_tokens(text, language))
    first: Standing | None = None
    for one in told:
        found = _mentioned(text, said, language, one)
        if found is None:
            return None
        first = first or found
    return first


def _mentioned(text: str, said: frozenset[str], language: str, one: Told) -> Standing | None:
    shared = said & frozenset(content_tokens(one.text, language))
    if not shared:
        return None
    if (kind := under(one.heading)) and not keeps(kind, text, ""):
        return Standing(kind, 0, len(one.text), one.heading)
    if (kind := introduced(one.before)) and not keeps(kind, text, ""):
        return Standing(kind, 0, len(one.text), one.before)
    copied = one.text.casefold().find(text.strip(_ENDS).casefold())
    for found in standings(one.text, one.before, one.after):
        if 0 <= found.core[0] <= copied and not _CONTRAST.search(one.text[found.core[0] : copied]):
            # Word for word behind words of reserve: they are said of all of it, however many parts it has.
            end = max(found.end, copied + len(text))
            found = found._replace(end=end, core=(found.core[0], end))  # noqa: PLW2901
        inside = said & frozenset(content_tokens(one.text[found.start : found.end], language))
        first, last = found.core if any(found.core) else (found.start, found.end)
        meant = said & frozenset(content_tokens(one.text[first:last], language))
        if len(inside) < WITHIN * len(shared) or len(meant) < MEANT * len(shared):
            continue
        if any(term[0].isdigit() for term in shared - inside):
            continue  # "we tested whether it falls, and it fell by 8 %": what is said is what was found
        if not keeps(found.kind, text, _without_markers(one.text[found.start : found.end], found.kind)):
            return found
    return _unconditional(text, shared, language, one.text)


def _without_markers(text: str, kind: Kind) -> str:
    """What is said with a reserve, without the words that say so."""
    for marker in _markers():
        if marker.kind == kind:
            text = marker.pattern.sub(" ", text)
    return text


def _unconditional(text: str, shared: frozenset[str], language: str, told: str) -> Standing | None:
    """`If A, B` proves neither A nor B, but that the one goes with the other."""
    match = _CONDITIONAL.match(_CANCELLED.sub(lambda found: " " * len(found[0]), told))
    if match is None:
        return None
    condition, outcome = (frozenset(content_tokens(match[part], language)) for part in ("if", "then"))
    holds, follows = len(shared & condition), len(shared & outcome - condition)
    if holds <= CONDITION * len(condition) and follows >= WITHIN * len(shared):
        part, other = "then", "then"
    elif follows <= CONDITION * len(outcome - condition) and holds >= WITHIN * len(shared):
        part, other = "if", "if"
    else:
        return None
    if keeps("condition", text, match[other].partition(" ")[2] if other == "if" else match[other]):
        return None
    return Standing("hypothetical", match.start(part), match.end(part), match["if"].split()[0])
