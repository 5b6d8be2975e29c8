"""Whether a sentence says yes or no the way its evidence does."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from inquiro.engine.negation import denies, without_no_denials
from inquiro.retrieval.words import content_tokens

ABOUT = 0.8  # of the words that a sentence shares with a quote: a part that holds them is the part meant
_NEGATIVE = regex.compile(
    r"\b(?:fail(?:s|ed|ing)?\s+to|failure\s+to|unable|hardly|barely|rarely|seldom|lack(?:s|ed|ing)?|refus(?:e[sd]?|ing)\s+to|"
    r"far\s+from|instead\s+of|rather\s+than|kaum|selten|verfehlt\w*|apenas|rara\s+vez|à\s+peine|rarement)\b",
    regex.IGNORECASE,
)
_CLAUSE = regex.compile(
    r"[,;:()—]\s*|\s[–-]\s|\b(?:but|although|though|while|whereas|because|aber|sondern|obwohl|während|weil|pero|sino|aunque|"
    r"mientras|mais|tandis|bien)\b",
    regex.IGNORECASE,
)


def negative(text: str) -> bool:
    plain = without_no_denials(text)
    return denies(plain) or _NEGATIVE.search(plain) is not None


def opposed(text: str, evidence: Sequence[str]) -> bool:
    """Whether no sentence of the evidence, nor the part of one that the text is about, agrees on the negation."""
    said = negative(text)
    if any(negative(quote) == said for quote in evidence):
        return False
    terms = set(content_tokens(text))
    return not any(
        negative(part) == said
        and len(terms & set(content_tokens(part))) >= ABOUT * len(terms & set(content_tokens(quote)))
        for quote in evidence
        for part in _parts(quote)
    )


def _parts(quote: str) -> list[str]:
    """Runs of clauses that leave at least one out."""
    clauses = [part for part in _CLAUSE.split(quote) if part.strip()]
    return [
        " ".join(clauses[first:last])
        for first in range(len(clauses))
        for last in range(first + 1, len(clauses) + 1)
        if last - first < len(clauses)
    ][:60]
