"""Sentences that conclude, weigh or advise: held to what their facts name and count, not to what one of them says."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.types import Part
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.judge import strange_names
from inquiro.engine.checking.verdict import Problem, ProblemKind, Verdict

REASONED: frozenset[Part] = frozenset({"analysis", "recommendations", "caveats"})
# What no reasoning brings about: it stands in the facts, or was worked out of them, or it is made up.
_MADE_UP: frozenset[ProblemKind] = frozenset({"number", "date", "identifier", "letters", "source"})


def as_reasoning(verdict: Verdict, excerpts: Sequence[Excerpt], granted: Sequence[str] = ()) -> Verdict:
    """A conclusion from named facts is `inferred` and no fault, unless it is contradicted or brings something of its own."""
    if verdict.label in {"quoted", "supported"} or verdict.contradicted or not any(one.quote for one in excerpts):
        return verdict
    if any(problem.kind in _MADE_UP for problem in verdict.problems):
        return verdict
    if strangers := strange_names(verdict.text, excerpts, granted):
        named = Problem(kind="name", text=f"its evidence does not name {', '.join(strangers)}", found=strangers)
        return msgspec.structs.replace(verdict, label="uncited", problems=(named, *verdict.problems))
    return msgspec.structs.replace(verdict, label="inferred")


def follows(verdict: Verdict) -> bool:
    """Whether nobody who judged it found that it does not follow."""
    return verdict.by == "rule" or not any(problem.kind == "evidence" for problem in verdict.problems)
