"""Words of a label that give something of the note away, in whichever disguise."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence

import regex

from inquiro.engine.notes.disguises import SHORTEST, squeezed, unveiled
from inquiro.engine.notes.keys import is_key, is_long_number
from inquiro.engine.notes.secrets import Secrets, pieces
from inquiro.text.number_words import digit_words

KEY = "a key or code"
NUMBER = "a long number"
NAME = "a person's name"
PRIVATE = "a word of a private line"
SPELLED = "a word in single letters"
JOINED = "words of the note run together"
MIXED = "a word of mixed alphabets"
_LATIN = regex.compile(r"\p{Latin}")
_LOOKALIKE = regex.compile(r"[[\p{Cyrillic}\p{Greek}]--[µμαβγδΔΩπ]]", regex.V1)
_DIGIT = regex.compile(r"\p{Nd}")
_LEET = str.maketrans("013457", "oleast")
_FEWEST_IN_A_ROW = 3
_LONG_JOINED = 16  # letters
_LONG_WORD, _ODD_WORD = 6, 5  # letters of a private word that another one may hold; of one with a digit

Leak = tuple[frozenset[int], str]


def leaked(words: Sequence[str], secrets: Secrets) -> Iterator[Leak]:
    """Places of the words that have to go, and why: single words, words that say it together, pieces of it."""
    carried = _carried(words, secrets)
    for place, word in enumerate(words):
        if why := _alone(word, secrets) or _said(word, secrets, carried):
            yield frozenset({place}), why
        elif is_long_number(word, words[place - 1] if place else ""):
            yield frozenset({place}), NUMBER
    if spelled := _in_a_row(words, lambda word: len(word) == 1 and word.isascii() and word.isalnum()):
        yield spelled, SPELLED
    if counted := _in_a_row(words, lambda word: word.lower() in digit_words()):
        yield counted, NUMBER
    for size in range(2, len(words) + 1):
        for start in range(len(words) - size + 1):
            if why := _said("".join(words[start : start + size]), secrets, carried):
                yield frozenset(range(start, start + size)), why
    for place, word in enumerate(words):
        if why := _in_part(squeezed(word), secrets):
            yield frozenset({place}), why


def _carried(words: Sequence[str], secrets: Secrets) -> tuple[str, ...]:
    """Keys, in whichever form, that stand somewhere in the label once its blanks are gone."""
    whole = squeezed("".join(words))
    return tuple(form for form in (*secrets.keys, *secrets.disguised_keys) if form in whole)


def _in_a_row(words: Sequence[str], fits: Callable[[str], bool]) -> frozenset[int]:
    """Three or more: single letters are a word in pieces, words for digits a number."""
    found: list[int] = []
    for place, word in enumerate((*words, "")):
        if fits(word):
            found.append(place)
        elif len(found) >= _FEWEST_IN_A_ROW:
            break
        else:
            found = []
    return frozenset(found)


def _alone(word: str, secrets: Secrets) -> str:
    if is_key(word):
        return KEY
    if _LATIN.search(word) and _LOOKALIKE.search(word):
        return MIXED
    for piece in pieces(word):
        if piece in secrets.names:
            return NAME
        if piece in secrets.words or _holds(piece, secrets.words):
            return PRIVATE
        if _holds(piece, secrets.names):
            return NAME
    plain = squeezed(word)
    joined = len(plain) >= _LONG_JOINED and plain not in secrets.open_words and plain in secrets.letters
    return JOINED if joined and f" {plain} " not in secrets.said and len(pieces(word)) == 1 else ""


def _said(text: str, secrets: Secrets, carried: Sequence[str]) -> str:
    """What a word, or words without the blanks between them, give away in one piece."""
    for number, plain in enumerate(unveiled(text)):
        if len(plain) < SHORTEST:
            continue
        if any(form in plain for form in (secrets.keys if number else carried)):
            return KEY
        if plain in secrets.encoded:
            return PRIVATE
        for form in (plain, plain[::-1], codecs.encode(plain, "rot13"), plain.translate(_LEET)):
            if form in secrets.words:
                return PRIVATE
            if form in secrets.names:
                return NAME
    return _decoded(text, secrets)


def _decoded(text: str, secrets: Secrets) -> str:
    """An encoded text that holds any long word of the note is no word of a search."""
    _, *decoded = unveiled(text)
    for said in decoded:
        if any(word in said for word in secrets.words | secrets.names if len(word) >= SHORTEST):
            return PRIVATE
        if len(said) >= SHORTEST and said in secrets.letters:
            return JOINED
    return ""


def _holds(piece: str, private: frozenset[str]) -> bool:
    """`Bluebirds` gives `Bluebird` away; short words are part of many others, unless a digit makes them odd."""
    if not private:
        return False
    parts = (piece[at:end] for at in range(len(piece)) for end in range(at + _ODD_WORD, len(piece) + 1))
    return any(part in private and (len(part) >= _LONG_WORD or _DIGIT.search(part)) for part in parts)


def _in_part(plain: str, secrets: Secrets) -> str:
    if _part_of_key(plain, secrets):
        return KEY
    return PRIVATE if _part_of(plain, secrets) else ""


def _part_of_key(plain: str, secrets: Secrets) -> bool:
    """A key may leave in pieces, one with each label."""
    odd = len(plain) == SHORTEST - 1 and not plain.isdigit() and _DIGIT.search(plain)
    if (len(plain) < SHORTEST and not odd) or plain in secrets.open_words:
        return False
    return any(plain in key for key in secrets.keys if not key.isdigit() or (plain.isdigit() and len(plain) > SHORTEST))


def _part_of(plain: str, secrets: Secrets) -> bool:
    """The first or last half of a private word."""
    if len(plain) < SHORTEST or plain in secrets.open_words:
        return False
    return any(
        len(plain) * 2 >= len(word) > len(plain) + 1 and (word.startswith(plain) or word.endswith(plain))
        for word in secrets.words | secrets.names
    )
