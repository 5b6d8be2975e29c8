"""Whether a sentence says no: index terms leave `not` out, so two opposite sentences can look the same."""

from __future__ import annotations

import regex

_DENIAL = regex.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot)\b|n['’]t\b|\b(?:nicht|kein\w*|nie|niemals|ohne|weder)\b|"
    r"\b(?:nunca|jamás|ningun\w*|ningún|sin|tampoco|nadie)\b|\bne\b|\bn['’](?=\p{L})|\b(?:pas|jamais|aucun\w*|sans)\b|"
    r"ない|ません|なかった|なく|ずに",
    regex.IGNORECASE,
)
_NO_DENIAL = regex.compile(  # number 5; more than this; one of several reasons
    r"\bNo\.?\s?\d|\b(?:not|nicht|no)\s+(?:only|just|merely|nur|s[oó]lo)\b|\bnon\s+seulement\b", regex.IGNORECASE
)
_CLAUSE = regex.compile(
    r"[,;:()—。、]\s*|\s[–-]\s|\s(?=(?:but|although|though|while|whereas|because|aber|sondern|obwohl|während|weil|pero|sino|"
    r"aunque|mientras|mais|tandis)\b)",
    regex.IGNORECASE,
)


def denies(text: str) -> bool:
    return _DENIAL.search(text) is not None


def without_no_denials(text: str) -> str:
    """Without words that only look like a denial."""
    return _NO_DENIAL.sub(" ", text)


def denied(text: str) -> str:
    """The clauses in which a statement says no, in its own words; empty where it says yes throughout."""
    clauses = (clause.strip(' .!?“”"') for clause in _CLAUSE.split(text))
    return " … ".join(clause for clause in clauses if clause and denies(without_no_denials(clause)))
