"""What checking a sentence gives: a label, and each thing that keeps it from a better one."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types import ClaimLabel, Value

ProblemKind = Literal[
    "evidence", "source", "number", "date", "identifier", "negation", "name", "word", "topic", "letters",
    "open",  # words of its own, or words from several places: rules cannot tell whether its evidence says so
    "computed",  # a number that follows from others, though the sentence does not say how
    "standing",  # the evidence only mentions it: asked, denied, attributed, retracted
    "hedge",  # the evidence says it with reserve: possible, planned
    "binding",  # its numbers or names belong to something else
    "scope", "cause", "comparison",  # it claims more, or other, than its evidence
]  # fmt: skip
# A sentence with one of these says something that its evidence does not: it counts as uncited, whatever else is true.
FATAL: frozenset[ProblemKind] = frozenset({"evidence", "number", "date", "identifier", "topic", "standing"})

# What a rule is sure of; other words and names are weighed.
CERTAIN: frozenset[ProblemKind] = frozenset(
    {"number", "date", "identifier", "negation", "letters", "standing", "binding", "scope", "cause", "comparison"}
)

# What no judge may overrule: whoever reads more kindly than a rule can still not find a figure or a name that is not
# there, nor make a source assert what it denies.
VETOES: frozenset[ProblemKind] = frozenset({"source", "number", "date", "identifier", "letters", "standing"})

Judge = Literal["rule", "model"]


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
    by: Judge = "rule"
    relied: tuple[str, ...] = ()  # words of the evidence that a judge relied on
    contradicted: bool = False  # a judge found words in the evidence that say otherwise

    @property
    def vetoed(self) -> bool:
        """Whether a rule is sure that it is wrong."""
        return any(problem.kind in VETOES for problem in self.problems)

    @property
    def undecided(self) -> bool:
        """Whether nothing speaks against it but that rules cannot compare other words."""
        return self.label == "inferred" and bool(self.problems) and all(one.kind == "open" for one in self.problems)

    @property
    def open(self) -> bool:
        """Whether the rules leave it to a judge: they neither accept it nor are sure that it is wrong."""
        return self.label in {"inferred", "uncited"} and not self.vetoed and bool(self.evidence)
