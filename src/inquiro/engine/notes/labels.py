"""What of a note may leave the machine: a topic's label, at most eight plain words, checked against the note."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import MOST_LABEL_WORDS
from inquiro.engine.harmless import as_words
from inquiro.engine.notes.disguises import unquoted
from inquiro.engine.notes.known_words import Gate
from inquiro.engine.notes.leaks import leaked
from inquiro.engine.notes.secrets import Secrets, pieces, secrets_of
from inquiro.engine.notes.traces import without_traces
from inquiro.retrieval.words import content_tokens, stop_words
from inquiro.text.display import visible_line
from inquiro.text.vocabulary import is_unspaced

LONGEST_RUN = 4  # words of the note in a row
LONGEST_KNOWN_RUN = 2  # where only common words leave
LONGEST_PRIVATE_RUN = 2  # where it speaks of the writer, or of something private
FEWEST_WORDS = 2
LONG_WORD = 12  # letters: German says two things in one
LONGEST_WORD = 40
TOO_LITTLE = "too little was left to search for"
_LONGEST_LABEL = 300  # characters that are looked at
_MOST_PASSES = 8
_MOST_WORDS = 24  # that are looked at
_TOKEN = regex.compile(
    r"\p{Han}+|[\p{Katakana}ー]+|\p{Hiragana}+|dB\([A-Z]\)|°[CFK]?"
    r"|[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Katakana}\p{Hiragana}]]+(?:[-'’.&/][[\p{L}\p{M}\p{N}]--[\p{Han}\p{Katakana}\p{Hiragana}]]+)*[+#²³]*",
    regex.V1,
)
_KANA = regex.compile(r"\p{Hiragana}+")
_OPERATORS = frozenset({"AND", "OR", "NOT", "NEAR"})


class Cleaned(NamedTuple):
    """A label that may leave, "" where too little is left of it; and what was taken out, in words that do not tell it."""

    label: str
    redacted: tuple[str, ...] = ()


def public_label(
    label: str,
    note_text: str,
    *,
    title: str = "",
    path: str = "",
    linked: Sequence[str] = (),
    gate: Gate | None = None,
) -> Cleaned:
    """`linked`: paths of notes around it, of which some may be people; `gate`: lets only common words through."""
    secrets = secrets_of(note_text, title, path, tuple(linked))
    plain = unquoted(unicodedata.normalize("NFKC", visible_line(label[:_LONGEST_LABEL])))
    told: list[str] = []
    for _ in range(_MOST_PASSES):  # what goes may bring together what has to go as well
        words, redacted = _passed(plain, secrets, gate)
        told += redacted
        if " ".join(words) == plain:
            break
        plain = " ".join(words)
    else:
        words = []
    if gate:
        words = _unlike(words, secrets)
    if _substance(words, secrets.language) < FEWEST_WORDS:
        return Cleaned("", tuple(dict.fromkeys((*told, TOO_LITTLE))))
    return Cleaned(" ".join(words), tuple(dict.fromkeys(told)))


def _passed(label: str, secrets: Secrets, gate: Gate | None) -> tuple[list[str], tuple[str, ...]]:
    plain, traces = without_traces(label)
    found = [word for word in _TOKEN.findall(as_words(plain, _LONGEST_LABEL)) if len(word) <= LONGEST_WORD]
    kept = [word for word in found if word not in _OPERATORS and not _KANA.fullmatch(word)]
    kept = list(gate.parted(kept)) if gate else kept
    kept, told = _withheld(kept[:_MOST_WORDS], secrets, gate)
    first = {word.lower(): place for place, word in reversed(list(enumerate(kept)))}
    kept = [word for place, word in enumerate(kept) if first[word.lower()] == place]
    if len(kept) > MOST_LABEL_WORDS:
        kept = _shorter(kept, secrets.language)
    return kept, (*traces, *told)


def _withheld(words: list[str], secrets: Secrets, gate: Gate | None) -> tuple[list[str], tuple[str, ...]]:
    """Again and again, since taking out one thing may bring two others together."""
    told: list[str] = []
    if gate:
        told = [why for word in words if (why := gate.held(word))]
        words = [word for word in words if not gate.held(word)]
    longest = _MOST_WORDS if gate else LONGEST_RUN  # of common words, runs are broken in the end
    while words:
        found = next(_objections(words, secrets, longest), None)
        if found is None:
            break
        gone, why = found
        words = [word for place, word in enumerate(words) if place not in gone]
        told.append(why)
    return words, tuple(told)


def _objections(words: list[str], secrets: Secrets, longest: int) -> Iterator[tuple[frozenset[int], str]]:
    yield from leaked(words, secrets)
    yield from _runs(words, secrets, longest)


def _unlike(words: list[str], secrets: Secrets) -> list[str]:
    """In another order than the note's, without what still stands as it does there."""
    words = _shuffled(list(words), secrets)
    while run := next(_runs_of(words, secrets, LONGEST_KNOWN_RUN), None):
        words = [word for place, word in enumerate(words) if place != run[LONGEST_KNOWN_RUN]]
    return [] if next(_objections(words, secrets, LONGEST_KNOWN_RUN), None) else words


def _shuffled(words: list[str], secrets: Secrets) -> list[str]:
    """The same words, so that no three stand as the note has them: a search does not mind their order."""
    for turn in range(len(words)):
        run = next(_runs_of(words, secrets, LONGEST_KNOWN_RUN), None)
        if run is None:
            break
        third = words.pop(run[LONGEST_KNOWN_RUN])
        words.insert(run[0] if turn == 0 else 0, third)
    return words


def _runs_of(words: list[str], secrets: Secrets, longest: int) -> Iterator[list[int]]:
    """Places of words that stand in the note in the same order, more than `longest` of them."""
    split = [(place, piece) for place, word in enumerate(words) for piece in pieces(word)]
    for start in range(len(split)):
        length = max(_longest(split[start:], secrets.said), _longest_joined(split[start:], secrets.letters))
        if length > longest:
            yield [place for place, _ in split[start : start + length]]


def _longest_joined(split: Sequence[tuple[int, str]], letters: str) -> int:
    """The same for a script without blanks."""
    length, run = 0, ""
    for _, piece in split:
        run += piece
        if not is_unspaced(piece) or run not in letters:
            break
        length += 1
    return length


def _runs(words: list[str], secrets: Secrets, longest: int) -> Iterator[tuple[frozenset[int], str]]:
    """Words of the note in a row: too many of any, or a few where it speaks of something private."""
    split = [(place, piece) for place, word in enumerate(words) for piece in pieces(word)]
    for run in _runs_of(words, secrets, longest):
        yield _broken(words, run, secrets.language, longest), f"{len(run)} words of the note in a row"
    for start in range(len(split)):
        length = _longest(split[start:], secrets.private_runs)
        if length > LONGEST_PRIVATE_RUN:
            run = [place for place, _ in split[start : start + length]]
            said = f" {' '.join(piece for _, piece in split[start : start + length])} "
            if said not in secrets.open_runs:
                yield frozenset({run[LONGEST_PRIVATE_RUN]}), "words of a personal remark"


def _longest(split: Sequence[tuple[int, str]], said: str) -> int:
    """How many of the words stand there in a row, from the first on."""
    length = 0
    run = ""
    for _, piece in split:
        run = f"{run} {piece}"
        if f"{run} " not in said:
            break
        length += 1
    return length


def _broken(words: Sequence[str], run: Sequence[int], language: str, longest: int) -> frozenset[int]:
    """What to leave out so that no five are in a row: what says least first, else every fifth."""
    idle = frozenset(place for place in run if words[place].lower() in stop_words(language) | stop_words("en"))
    return idle or frozenset({run[longest]})


def _shorter(words: list[str], language: str) -> list[str]:
    """Eight of them: first without those that say nothing, then from the front."""
    idle = stop_words(language) | stop_words("en")
    telling = [word for word in words if word.lower() not in idle]
    return telling[:MOST_LABEL_WORDS]


def _substance(words: Sequence[str], language: str) -> int:
    """Words that carry meaning; a long one counts twice."""
    known = [term for word in words for term in _terms(word, language) if regex.search(r"\p{L}", term)]
    return len(dict.fromkeys(known)) + sum(len(word) >= LONG_WORD for word in words)


def _terms(word: str, language: str) -> list[str]:
    return [word] if is_unspaced(word) else list(content_tokens(word, language))
