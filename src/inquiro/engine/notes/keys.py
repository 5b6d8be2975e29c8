"""Strings that no person would make up as words: keys, tokens, codes and numbers that belong to somebody."""

from __future__ import annotations

import regex

_PIECE = regex.compile(r"[^\s\"'“”‘’`<>()\[\]{},;|/?&=#:*~]{4,200}")
_ALNUM = regex.compile(r"[\p{L}\p{Nd}]+")
_PREFIXED = regex.compile(
    r"(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|tvly|hf|AKIA|AIza|eyJ|ya29|canary)[-_.]?[\w.-]{6,}",
    regex.IGNORECASE,
)
_CODE_WORD = regex.compile(
    r"(?:\p{Lu}{4,}[-_])+(?=[\p{Lu}\p{Ll}\p{Nd}]*\p{Nd})(?=\w*\p{L}|\w{4})\w{4,}|(?:\p{Lu}{5,}[-_]){2,}\p{Nd}{2,}"
)
_PUBLIC = regex.compile(  # identifiers of things everybody may look up
    r"(?:CVE|CWE|RFC|ISO|IEC|DIN|VDE|IEEE|EN|PEP|JEP|NIST|COVID|SARS|GHSA)[-_ ]?[\p{L}\p{Nd}.-]*\p{Nd}[\p{Nd}.:-]*|H\p{Nd}{1,2}N\p{Nd}{1,2}"
    r"|(?:C\p{Nd}{0,3}|H\p{Nd}{0,3}|N\p{Nd}{0,2}|O\p{Nd}{0,2}|S\p{Nd}{0,2}|P\p{Nd}{0,2}|F\p{Nd}{0,2}|K\p{Nd}?|I\p{Nd}?"
    r"|(?:Na|Cl|Ca|Mg|Fe|Si|Br|Li|Al|Cu|Zn)\p{Nd}{0,2})+"
)
_HEX = regex.compile(r"[0-9a-f]+")
_TURN = regex.compile(r"(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})")
_CASE_TURN = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Ll})")
_SYMBOL = regex.compile(r"(?<=\w)[!$%^@+](?=\w)|(?<=\w\w)[!$%^]$")
_DIGITS = regex.compile(r"\p{Nd}")
_LETTERS = regex.compile(r"\p{Latin}")
_YEARS = regex.compile(r"(?:1[5-9]|20)\p{Nd}{2}(?:[-–/](?:(?:1[5-9]|20)\p{Nd}{2}|\p{Nd}{2}))?")
_STANDARDS = frozenset("ISO IEC DIN EN RFC IEEE VDE NIST ASTM BS".split())
LONG_NUMBER = 5  # digits; what is measured has fewer, what identifies somebody has more


def is_key(word: str) -> bool:
    """Whether a word looks made by a machine, or is a code word with a number."""
    if _PUBLIC.fullmatch(word):
        return False
    if (_PREFIXED.fullmatch(word) and (_DIGITS.search(word) or len(word) > 20)) or _CODE_WORD.fullmatch(word):
        return True
    pieces = _ALNUM.findall(word)
    return any(_random(piece) for piece in pieces) or (len(pieces) > 2 and _grouped(word, pieces))


def is_long_number(word: str, before: str = "") -> bool:
    """Five digits or more, but no years, and no standard that the word before it names."""
    if len(_DIGITS.findall(word)) < LONG_NUMBER or _YEARS.fullmatch(word) or _PUBLIC.fullmatch(word):
        return False
    return not (before.upper() in _STANDARDS and len(word) == LONG_NUMBER)


def keys_in(text: str) -> frozenset[str]:
    """Every key of a note, passwords with symbols in them included."""
    found = {piece.strip(".-_!") for piece in _PIECE.findall(text)}
    return frozenset(piece for piece in found if len(piece) >= 4 and (is_key(piece) or _password(piece)))


def without_keys(text: str, keys: frozenset[str]) -> str:
    """The text with blanks in their places."""
    return _PIECE.sub(lambda found: " " if found[0].strip(".-_!") in keys else found[0], text) if keys else text


def _random(piece: str) -> bool:
    letters, digits = len(_LETTERS.findall(piece)), len(_DIGITS.findall(piece))
    if not letters:
        return False
    turns = len(_TURN.findall(piece))
    if digits:
        hexadecimal = bool(_HEX.fullmatch(piece)) and (turns >= 3 or (turns >= 2 and len(piece) >= 6))
        return hexadecimal or (turns >= 3 and len(piece) >= 8) or (len(piece) >= 16 and digits > 1)
    cased = len(_CASE_TURN.findall(piece))
    return len(piece) >= 12 and cased >= 5 and cased * 3 >= len(piece) - 2


def _grouped(word: str, pieces: list[str]) -> bool:
    """`K7QX-M2PL-9RTT`: groups of one length with digits in most of them."""
    sizes = {len(piece) for piece in pieces}
    mixed = sum(bool(_DIGITS.search(piece)) and bool(_LETTERS.search(piece)) for piece in pieces)
    return len(sizes) == 1 and 3 <= len(pieces[0]) <= 6 and mixed * 2 >= len(pieces) and "-" in word


def _password(piece: str) -> bool:
    plain = len(piece) >= 8 and "@" not in piece[1:-4] if "." in piece else len(piece) >= 8
    return bool(plain and _SYMBOL.search(piece) and _DIGITS.search(piece) and _LETTERS.search(piece))
