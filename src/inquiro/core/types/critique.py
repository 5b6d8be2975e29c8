"""What critics say of a draft, and what became of it."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types.base import Value
from inquiro.core.types.claims import Part

Critic = Literal["counter", "gaps", "instructions", "readability"]
CRITIC = "critic"  # who asks for an entry of the checklist that critics added
Outcome = Literal["open", "changed", "added", "removed"]


class PlannedSection(Value, frozen=True, kw_only=True):
    """A section before it is written: what it has to bring across, and from which facts."""

    heading: str
    part: Part = "findings"
    point: str = ""
    facts: tuple[str, ...] = ()


class CriticFinding(Value, frozen=True, kw_only=True):
    """One thing that a critic wants otherwise."""

    critic: Critic
    problem: str
    sentence: int = 0  # of the draft, counted from 1; 0: of the whole
    question: str = ""  # what would have to be found out
    query: str = ""
    item: str = ""  # the checklist entry that it became
    outcome: Outcome = "open"


class Critique(Value, frozen=True, kw_only=True):
    """The critics' findings on a draft, what was searched for them, and how many sentences they changed."""

    round: int = 0  # after which the draft was written
    findings: tuple[CriticFinding, ...] = ()
    searches: tuple[str, ...] = ()
    changed: int = 0
    added: int = 0
    removed: int = 0


class Patch(Value, frozen=True, kw_only=True):
    """One sentence of a draft worded anew, taken out, or put in behind another."""

    finding: int  # its place in the critique, counted from 1
    action: Literal["replace", "remove", "add"]
    sentence: int = 0  # for `add`: the one it comes behind; 0: at the end of the section
    section: str = ""  # for `add` without a sentence: under which heading
    text: str = ""
    facts: tuple[str, ...] = ()
