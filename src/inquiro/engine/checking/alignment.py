"""A sentence laid beside a very similar one of its evidence: whatever was exchanged shows, even for words that stand there too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import regex

from inquiro.engine.checking.statement import Statement
from inquiro.engine.checking.synonyms import general, meanings
from inquiro.engine.checking.weights import light
from inquiro.engine.checking.word_match import related
from inquiro.retrieval.words import Word, content_tokens, fold
from inquiro.text.agreement import agrees
from inquiro.text.dates import Date, borne_out
from inquiro.text.figures import Figure
from inquiro.text.identifiers import Identifier
from inquiro.text.polarity import denies

ALIKE = 0.6  # of the items of both: below this, a sentence is told in its own words
FEWEST = 4  # items
TRADED = 12  # names that are compared in pairs
SHORT = 3  # items: a run that is no clause of its own
_LIMITS = regex.compile(
    r"(?:only|except|unless|possibly|perhaps|probably|likely|allegedly|reportedly|nur|außer|sólo|solo|salvo|excepto|seulement|sauf)",
    regex.IGNORECASE,
)
Part = Figure | Date | Identifier | Word


class Item(NamedTuple):
    key: str
    text: str
    value: Part


class Exchanged(NamedTuple):
    """What a sentence says in place of its evidence's words."""

    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    added: tuple[str, ...] = ()  # beside the words of the evidence, or in place of a small one
    denials: tuple[str, ...] = ()  # added or left out
    limits: tuple[str, ...] = ()  # left out: what the evidence restricts itself with

    def __bool__(self) -> bool:
        return any(self)

    @property
    def wrong(self) -> bool:
        """Whether anything but words was put in."""
        return any(self._replace(added=()))


def items(said: Statement) -> list[Item]:
    parts: list[Part] = [*said.identifiers, *said.dates, *said.figures, *said.words]
    return [Item(_key(part), part.text, part) for part in sorted(parts, key=lambda part: (part.start, part.end))]


def _key(part: Part) -> str:
    if isinstance(part, Figure):
        return f"#{part.value:.9g} {part.unit.measure} {part.unit.factor} {part.ordinal}"
    if isinstance(part, Date) and not part.swapped:
        return f"@{part.year}-{part.month}-{part.day}"
    return fold(part.text)


def exchanged(said: Statement, evidence: Sequence[Statement]) -> Exchanged:
    """What differs from the most similar sentence of the evidence; nothing where none is similar."""
    mine = items(said)
    if len(mine) < FEWEST:
        return Exchanged()
    mine_counted = Counter(item.key for item in mine)
    best: tuple[tuple[bool, float], Exchanged] | None = None
    for other in evidence:
        theirs = items(other)
        if (mine_counted & Counter(item.key for item in theirs)).total() < ALIKE * len(mine):
            continue
        matcher = SequenceMatcher(None, [item.key for item in theirs], [item.key for item in mine], autojunk=False)
        matched = sum(block.size for block in matcher.get_matching_blocks())
        alike = matched / len(mine)
        if alike < ALIKE:
            continue
        differing = _differing(matcher, theirs, mine, said, other)
        if not differing:
            return differing
        if matched < ALIKE * len(theirs):  # a part of a long sentence: nobody can tell what stands for what in it
            differing = Exchanged(denials=differing.denials, limits=differing.limits)
        if differing and (best is None or (differing.wrong, -alike) < best[0]):
            best = ((differing.wrong, -alike), differing)
    return best[1] if best else Exchanged()


def _differing(
    matcher: SequenceMatcher[str], theirs: list[Item], mine: list[Item], said: Statement, other: Statement
) -> Exchanged:
    numbers: list[str] = []
    dates: list[str] = []
    codes: list[str] = []
    names: list[str] = []
    others: list[str] = []
    added: list[str] = []
    denied: list[str] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        old, new = theirs[a:b], mine[c:d]
        if kind != "equal":
            denied += _turned(old, new, said.language)
            added += [item.text for item in new if _terms([item], said.language)]
        if kind != "replace":
            continue
        numbers += _wrong_numbers(old, new)
        dates += _wrong_dates(old, new, other)
        codes += _wrong_codes(old, new)
        wrong = _wrong_words(old, new, said) if len(old) <= SHORT and len(new) <= SHORT else []
        names += [word for word in wrong if word[:1].isupper()]
        others += [word for word in wrong if not word[:1].isupper()]
    # `3-1` for `1-1`: which of the two was kept is chance, so what is left over on either side is compared too.
    codes_at = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    lost = [item for _, a, b, _, _ in codes_at for item in theirs[a:b]]
    gained = [item for _, _, _, c, d in codes_at for item in mine[c:d]]
    numbers += _wrong_numbers(lost, gained)
    dates += _wrong_dates(lost, gained, other)
    names += _traded(theirs, mine)
    limits = [] if _limits(said) else _limits(other)
    found = (numbers, dates, codes, names, others, added, denied, limits)
    return Exchanged(*(tuple(texts) for texts in found))


def _traded(old: list[Item], new: list[Item]) -> list[str]:
    """Names that stand each where the other stood: `A beat B` for `B beat A`."""
    before, after = _neighbours(old), _neighbours(new)
    shared = [key for key in after if key in before and after[key] != before[key]][:TRADED]
    return [
        one.capitalize()
        for one in shared
        for other in shared
        if one != other and after[one] == before[other] and after[other] == before[one]
    ]


def _neighbours(some: list[Item]) -> dict[str, str]:
    """What stands before each name."""
    return {
        item.key: some[at - 1].key if at else ""
        for at, item in enumerate(some)
        if isinstance(item.value, Word) and item.text[:1].isupper()
    }


def _limits(said: Statement) -> list[str]:
    return [word.text for word in said.words if _LIMITS.fullmatch(word.text)]


def _wrong_numbers(old: list[Item], new: list[Item]) -> list[str]:
    held = [item.value for item in old if isinstance(item.value, Figure)]
    claimed = [item.value for item in new if isinstance(item.value, Figure)]
    # `2020` may stand for 12 May 2020; `May 50` may not stand for May 5.
    dated = {part for item in old if isinstance(item.value, Date) for part in item.value[3:6]}
    return [
        one.text
        for one in claimed
        if (held or dated) and one.value not in dated and not any(agrees(one, other) for other in held)
    ]


def _wrong_dates(old: list[Item], new: list[Item], other: Statement) -> list[str]:
    held = [item.value for item in old if isinstance(item.value, Date)]
    claimed = [item.value for item in new if isinstance(item.value, Date)]
    # The year of a day may stand elsewhere in the sentence; a year by itself was exchanged although it does.
    return [one.text for one in claimed if held and not borne_out(one, held, other.years if one.month else frozenset())]


def _wrong_codes(old: list[Item], new: list[Item]) -> list[str]:
    held = {item.key for item in old if isinstance(item.value, Identifier)}
    return [item.text for item in new if isinstance(item.value, Identifier) and held and item.key not in held]


def _wrong_words(old: list[Item], new: list[Item], said: Statement) -> list[str]:
    """Content words that stand where the evidence has other content words."""
    before = _terms(old, said.language)
    told = any(not isinstance(item.value, Word) for item in old)  # a name in place of a date was exchanged too
    return [
        item.text
        for item in new
        if isinstance(item.value, Word)
        and (before or (told and item.text[:1].isupper()))
        and (terms := _terms([item], said.language))
        and not terms & before
        and not _retold(terms, before)
    ]


def _retold(terms: set[str], before: set[str]) -> bool:
    """Whether a word of the same meaning or family stood there, or none of much meaning for another such."""
    if all(light(term) for term in terms) and all(light(term) or general(term) for term in before):
        return True
    return not meanings(terms).isdisjoint(meanings(before)) or any(related(a, b) for a in terms for b in before)


def _turned(old: list[Item], new: list[Item], language: str) -> list[str]:
    """A no put in, or taken out by itself; a whole clause that is left out may take its own along.

    Where other words stand on both sides, the no can have gone into one of them: never lost is kept.
    """
    if _terms([item for item in old if not denies(item.text)], language) and _terms(
        [item for item in new if not denies(item.text)], language
    ):
        return []
    lost = [item.text for item in old if denies(item.text)] if len(old) <= SHORT else []
    added = [item.text for item in new if denies(item.text)]
    return [] if len(lost) == len(added) else [*lost, *added]


def _terms(some: list[Item], language: str) -> set[str]:
    return {term for item in some if isinstance(item.value, Word) for term in content_tokens(item.text, language)}
