"""Whether a sentence says no: index terms leave `not` out, so two opposite sentences can look the same."""

from __future__ import annotations

import regex

_DENIAL = regex.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot)\b|n['’]t\b|\b(?:nicht|kein\w*|nie|niemals|ohne|weder)\b|"
    r"\b(?:nunca|jamás|ningun\w*|ningún|sin|tampoco|nadie)\b|\bne\b|\bn['’](?=\p{L})|\b(?:pas|jamais|aucun\w*|sans)\b|"
    r"ない|ません|なかった|なく|ずに",
    regex.IGNORECASE,
)


def denies(text: str) -> bool:
    return _DENIAL.search(text) is not None
