"""Legal Entity Identifiers (ISO 17442): checked exactly as they are written, never corrected."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"[0-9A-Z]{18}[0-9]{2}")
_TOKEN = re.compile(r"(?<![^\W_])[^\W_]{20}(?![^\W_])")
_NEVER_CHECK_DIGITS = frozenset({"00", "01", "99"})  # the standard makes 02 to 98 only; these would pass the sum too
_FEWEST_DIGITS = 4  # INTERNATIONALIZATION has twenty letters as well


def lei_problem(text: str) -> str | None:
    """Why this is not a valid LEI, in words that follow it; None when it is one."""
    if any(char.isspace() for char in text):
        return "holds spaces"
    if strange := next((char for char in text if not (char.isascii() and char.isalnum())), None):
        return f"holds {strange!a}, which is none of A-Z and 0-9"
    if text != text.upper():
        return "is not all in upper case"
    if len(text) != 20:
        return f"has {len(text)} characters instead of 20"
    if not _SHAPE.fullmatch(text):
        return "does not end in two check digits"
    if text[18:] in _NEVER_CHECK_DIGITS or int("".join(str(int(char, 36)) for char in text)) % 97 != 1:
        return "has wrong check digits"
    return None


def claimed_leis(text: str) -> list[str]:
    """Every word that is meant as an LEI, right or wrong, as it is written."""
    return [word for word in _TOKEN.findall(text) if sum(map(str.isdigit, word)) >= _FEWEST_DIGITS]
