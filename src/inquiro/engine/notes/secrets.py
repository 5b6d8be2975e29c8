"""What of a note must not leave the machine, whichever way it is written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.engine.notes.disguises import SHORTEST, disguises, encodings, squeezed
from inquiro.engine.notes.keys import keys_in, without_keys
from inquiro.engine.notes.people import WRITER, people_in
from inquiro.engine.notes.private_lines import split_lines, value_of
from inquiro.retrieval.words import detect_language, stop_words

_PIECE = regex.compile(
    r"\p{Han}+|[\p{Katakana}ー]+|\p{Hiragana}+|[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Katakana}\p{Hiragana}]]+", regex.V1
)
_CLAUSE = regex.compile(r"[.;:!?\n。！？]|, ")
_MAIL = regex.compile(r"(?P<who>[\w.+-]{1,64})@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_LONG_NUMBER = regex.compile(
    r"(?<![\p{L}\p{Nd}])(?:\+|00)?(?:\p{L}{2})?\p{Nd}[\p{Nd} ()/.-]{5,30}\p{Nd}(?![\p{L}\p{Nd}])"
)
_DATE = regex.compile(
    r"\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}.*|\p{Nd}{1,2}[./]\p{Nd}{1,2}[./]\p{Nd}{2,4}|\p{Nd}{4}\s?[-–/]\s?\p{Nd}{4}"
)
_MOST_KEYS = 400
_MOST_ENCODED = 1_000  # words
_FEWEST_DIGITS = 7


class Secrets(NamedTuple):
    """A note as far as it must stay; words are squeezed, runs of words are one line with blanks between them."""

    words: frozenset[str]  # of lines that are marked private
    names: frozenset[str]  # of people
    keys: tuple[str, ...]
    disguised_keys: frozenset[str]
    encoded: frozenset[str]  # words and names where they are encoded and have lost their case
    open_words: frozenset[str]
    said: str  # every word of the note
    private_runs: str  # of lines that speak of something private, or of the writer
    open_runs: str
    letters: str  # the note without anything between its words
    language: str


def pieces(text: str) -> list[str]:
    """Words as they are compared: no case, accents or hyphens."""
    return [squeezed(piece) for piece in _PIECE.findall(text)]


@lru_cache(maxsize=16)  # ten labels of one note, one after the other
def secrets_of(text: str, title: str, path: str, linked: tuple[str, ...]) -> Secrets:
    lines = split_lines(text, title)
    language = detect_language(text)
    stops = stop_words(language) | stop_words("en")
    marked = [piece for line in lines.marked for piece in _PIECE.findall(value_of(line))]
    mails = [piece for found in _MAIL.finditer(text) for piece in pieces(found["who"]) if len(piece) > 2]
    named = [piece for name in people_in(text, path, title, linked) for piece in _PIECE.findall(name)]
    written = keys_in(text)
    beside = [without_keys(line, written) for line in lines.wary]
    wary = [piece for line in beside for piece in _PIECE.findall(line) if _is_name_or_code(piece, line)]
    open_words = frozenset(pieces(title)) | frozenset(
        piece for line in lines.open for piece in pieces(without_keys(line, written))
    )
    encoded = [form for word in [*marked, *named][:_MOST_ENCODED] if len(word) >= SHORTEST for form in encodings(word)]
    personal, impersonal = _by_person(lines.open)
    return Secrets(
        words=_banned([*marked, *mails], stops) | (_banned(wary, stops) - open_words),
        names=_banned(named, stops),
        encoded=frozenset(encoded),
        keys=tuple(dict.fromkeys([*map(squeezed, sorted(written)), *_numbers(text)]))[:_MOST_KEYS],
        disguised_keys=frozenset(form for key in sorted(written)[:_MOST_KEYS] for form in disguises(key)),
        open_words=open_words,
        said=_run(pieces(text)),
        private_runs="|".join(_run(pieces(one)) for one in [*lines.wary, *personal]),
        open_runs="|".join(_run(pieces(one)) for one in [*impersonal, title]),
        letters=squeezed(text),
        language=language,
    )


def _run(found: Iterable[str]) -> str:
    return f" {' '.join(found)} "


def _banned(found: Iterable[str], stops: frozenset[str]) -> frozenset[str]:
    return frozenset(squeezed(piece) for piece in found if len(piece) > 1 and piece.lower() not in stops)


def _is_name_or_code(piece: str, line: str) -> bool:
    """A capital that does not open the line, or a digit."""
    opens = line.lstrip(" \t>*+-#•").startswith(piece)
    return bool(regex.search(r"\p{Nd}", piece) or (piece[0].isupper() and not opens))


def _numbers(text: str) -> Iterator[str]:
    """Telephone numbers, accounts and the like."""
    for match in _LONG_NUMBER.finditer(text):
        digits = squeezed(match[0])
        if len(digits) >= _FEWEST_DIGITS and not _DATE.fullmatch(match[0].strip()):
            yield digits


def _by_person(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Clauses in which the writer speaks of themselves, and the others."""
    personal: list[str] = []
    others: list[str] = []
    for line in lines:
        if not WRITER.search(line):
            others.append(line)
            continue
        for clause in _CLAUSE.split(line):
            (personal if WRITER.search(clause) else others).append(clause)
    return personal, others
