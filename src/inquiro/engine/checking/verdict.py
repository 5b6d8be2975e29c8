"""What checking a sentence gives: a label, and each thing that keeps it from a better one."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types import ClaimLabel, Value

ProblemKind = Literal[
    "evidence", "source", "number", "date", "identifier", "negation", "name", "word", "topic", "letters"
]
# A sentence with one of these says something that its evidence does not: it counts as uncited, whatever else is true.
FATAL: frozenset[ProblemKind] = frozenset({"evidence", "number", "date", "identifier", "topic"})

# What a rule is sure of; other words and names are weighed.
CERTAIN: frozenset[ProblemKind] = frozenset({"number", "date", "identifier", "negation", "letters"})


class Problem(Value, frozen=True, kw_only=True):
    """One thing in a sentence that its evidence does not bear out."""

    kind: ProblemKind
    text: str  # in words, for a person
    found: tuple[str, ...] = ()  # as the sentence writes it


class Verdict(Value, frozen=True, kw_only=True):
    """A sentence, what it may call itself, and why; `evidence` holds the places of the evidence that bears it.

    `support` says from 0 to 1 how well: sentences in words of their own are `supported` only where it is high.
    """

    text: str
    label: ClaimLabel
    problems: tuple[Problem, ...] = ()
    evidence: tuple[int, ...] = ()
    computed: tuple[str, ...] = ()
    support: float = 0.0
    unsaid: tuple[str, ...] = ()  # words that do not stand in the evidence, whatever the label
