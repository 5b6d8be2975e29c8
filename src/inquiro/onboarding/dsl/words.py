"""Words of the verb language: what a run of characters without blanks, brackets and quotes stands for."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any

from inquiro.core.types import Reference, Symbol

MOST_DIGITS = 1_000
VERB = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)+(?::[A-Za-z0-9][A-Za-z0-9_-]*)?")
KEYWORD = re.compile(r":[\w][\w\-./:*?!+]*")
NAME = re.compile(r"@[\w][\w\-]*")
_SYMBOL = re.compile(r"[^\W\d][\w\-./:*?!+]*")
_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBERLIKE = re.compile(r"[+-]?\.?[0-9]")
_CONSTANTS = {"true": True, "false": False, "nil": None, "null": None}


class BadWord(ValueError):
    """A word that stands for nothing."""


def meaning(word: str) -> Any:
    """The value that a word stands for."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if word[0] == ":" and KEYWORD.fullmatch(word):
        return Symbol(name=word[1:])
    if word[0] == "@" and NAME.fullmatch(word):
        return Reference(name=word[1:])
    if _SYMBOL.fullmatch(word):
        return Symbol(name=word)
    if _NUMBERLIKE.match(word):
        return _number(word)
    raise BadWord(_complaint(word))


def _number(word: str) -> int | float:
    shown = shortened(word)
    if len(word) > MOST_DIGITS:
        raise BadWord(f"the number {shown} has more than {MOST_DIGITS} digits")
    if _INTEGER.fullmatch(word):
        return int(word)
    if not _NUMBER.fullmatch(word):
        raise BadWord(_bad_number(word))
    number = float(word)
    if math.isinf(number):
        raise BadWord(f"the number {shown} is too large")
    if number == 0 and re.search("[1-9]", re.split("[eE]", word)[0]):
        raise BadWord(f"the number {shown} is too close to zero")
    return number


def _bad_number(word: str) -> str:
    shown = shortened(word)
    if word.endswith("%") and _NUMBER.fullmatch(word[:-1]):
        return f"a share is written without the sign: {shown[:-1]}"
    if re.fullmatch(r"[+-]?0[0-9]+", word):
        return f'{shown} begins with a zero: write {word.lstrip("+-0") or "0"}, or "{shown}" if it is no number'
    if re.fullmatch(r"[+-]?\.[0-9]+", word):
        return f"write {shown.replace('.', '0.', 1)} with its zero"
    return f'{shown} is not a number; text is written in quotes: "{shown}"'


def _complaint(word: str) -> str:
    if word == ":":
        return "a colon without a name"
    if word[0] == "@":
        return f"{shortened(word)} is not a name: after the @ come letters, digits, _ and -"
    if word[0] in "'‘’“”«»`":  # noqa: RUF100
        return f"strings are written in straight double quotes, not {word[0]}"
    strange = next((char for char in word if not (char.isprintable() and (char.isalnum() or char in "_-./:*?!+@"))), "")
    if strange and (not strange.isprintable() or strange.isspace()):
        name = unicodedata.name(strange, "control character")
        return f"U+{ord(strange):04X} ({name.lower()}) can stand in a string only"
    return f"{shortened(word)} is neither a number nor a word" + (f": {strange} has no meaning here" if strange else "")


def shortened(word: str) -> str:
    """Short and visible, for a message."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in word[:41])
    return shown if len(word) <= 40 else shown[:40] + "…"
