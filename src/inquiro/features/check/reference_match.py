"""Whether a record is the work that a reference names, and if not quite, how it differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from inquiro.core.types import SourceResult
from inquiro.features.check.reference_fields import Reference, folded
from inquiro.retrieval.stopwords import STOP_WORDS

SAME, OTHER = 0.8, 0.55  # shares of a title's words: from one on it is the same, below the other another work
FEWEST = 2  # words that a title needs to be known by
YEARS_APART = 1  # online first, in print a year later
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_RETRACTED = regex.compile(r"(?i)^\W*(?:retracted|withdrawn)(?:\s+(?:article|paper))?\W+")
_LITTLE = frozenset(word for words in STOP_WORDS.values() for word in words.split())


def share(title: str, text: str) -> float:
    """How much of a title stands in a text, 0 to 1; where no blanks part words, by pairs of characters."""
    wanted = pieces(title)
    if not wanted:
        return 0.0
    held = pieces(text, every=True)
    return sum(piece in held for piece in wanted) / len(wanted)


def pieces(text: str, *, every: bool = False) -> frozenset[str]:
    found: set[str] = set()
    for word in folded(text).split():
        if _UNSPACED.search(word):
            found |= {word[at : at + 2] for at in range(max(len(word) - 1, 1))}
        elif every or word not in _LITTLE:
            found.add(word)
    return frozenset(found) if found else frozenset(folded(text).split())


def is_same(reference: Reference, title: str) -> bool:
    """Whether a title that was found is the one of the reference."""
    if len(pieces(title)) < FEWEST:
        return bool(reference.title) and folded(reference.title) == folded(title)
    if share(title, reference.text) < SAME and share(_main(title), reference.text) < 1.0:
        return False
    return not reference.title or share(reference.title, title) >= OTHER or folded(title) in folded(reference.text)


def is_other(reference: Reference, title: str) -> bool:
    """Whether a title that was found is surely that of another work."""
    stated = reference.title
    if len(pieces(stated)) < FEWEST or len(pieces(title)) < FEWEST or not _comparable(stated, title):
        return False
    return share(title, reference.text) < OTHER and share(stated, title) < OTHER


def is_stranger(reference: Reference, record: SourceResult) -> bool:
    """Another work, by its title; by the same people in the same year it is a translated or reworded title."""
    people = bool(reference.authors and record.authors) and _same_people(reference, record.authors)
    same_year = bool(reference.year and record.year) and _is_year(reference.year or 0, record)
    return is_other(reference, record.title) and not (people and same_year)


def differences(reference: Reference, record: SourceResult) -> tuple[str, ...]:
    """In words: what the record says otherwise."""
    found: list[str] = []
    if is_other(reference, record.title) or _is_reworded(reference, record.title):
        found.append(f"the title is “{record.title}”")
    if reference.authors and record.authors and not _same_people(reference, record.authors):
        found.append(f"it is by {_people(record.authors)}")
    if reference.year and not _is_year(reference.year, record):
        found.append(f"it is from {record.year}, not {reference.year}")
    return tuple(found)


def _is_year(stated: int, record: SourceResult) -> bool:
    """Online and in print are both right; where the register does not tell them apart, a year more or less is."""
    if record.years:
        return stated in {*record.years, record.year}
    return record.year is None or abs(stated - record.year) <= YEARS_APART


def _is_reworded(reference: Reference, title: str) -> bool:
    """Whether both titles have a word of their own; a subtitle that one of them leaves out is none."""
    stated, found = pieces(reference.title), pieces(_RETRACTED.sub("", title))
    if len(stated) < FEWEST or len(found) < FEWEST or not _comparable(reference.title, title):
        return False
    missing = [word for word in found - pieces(reference.text, every=True) if len(word) > 2 or not word.isascii()]
    extra = [word for word in stated - pieces(title, every=True) if len(word) > 2 or not word.isascii()]
    return bool(missing and extra)


def best(reference: Reference, records: Iterable[SourceResult]) -> SourceResult | None:
    """The record that is the work, those by the same authors and of the same year first."""
    fitting = [record for record in records if is_same(reference, record.title)]
    return min(fitting, key=lambda record: len(differences(reference, record)), default=None)


def _same_people(reference: Reference, authors: Sequence[str]) -> bool:
    """The first of each list stands in the other: lists are cut, and names are turned round, but both begin alike."""
    stated = f" {folded(reference.text)} "
    known = f" {folded(' '.join(authors))} "
    if _UNSPACED.search(authors[0]):  # family and given name come in either order, and nothing parts them in a list
        return all(part in reference.text for part in authors[0].split())
    first = [word for word in folded(authors[0]).split() if len(word) > 1] or folded(authors[0]).split()
    ours = any(f" {word} " in stated for word in (first[-1:] + first[:1])) or folded(authors[0]) in stated
    unspaced = bool(_UNSPACED.search(reference.authors[0]))
    named = folded(reference.authors[0]).split()[-1:]
    theirs = unspaced or not named or f" {named[0]} " in known or len(reference.authors[0].split()) > 2
    return ours and theirs


def _comparable(one: str, other: str) -> bool:
    """A title in another script may be a translation: nothing can be said."""
    return bool(_UNSPACED.search(one)) == bool(_UNSPACED.search(other))


def _main(title: str) -> str:
    """Without a subtitle, which many lists leave out."""
    head = regex.split(r"[:.?!—–]\s", title, maxsplit=1)[0]
    return head if len(pieces(head)) > FEWEST else title


def _people(authors: Iterable[str]) -> str:
    listed = list(authors)
    return ", ".join(listed[:3]) + (" and others" if len(listed) > 3 else "")
