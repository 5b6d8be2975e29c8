"""How well the checker tells supported claims from the rest, beside the share of a claim's words that the page holds.

Reads a claims file (one JSON object a line: `claim`, `evidence` sentences, `label`). Thresholds are chosen on one half
of the claims and judged on the other, both ways round.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from inquiro.engine.checking import Source, Verdict, verify
from inquiro.engine.checking.verdict import FATAL
from inquiro.retrieval.words import content_tokens

ORDER = ("quoted", "supported", "inferred", "uncited")


class Judged(NamedTuple):
    supported: bool
    verdict: Verdict
    overlap: float  # of the claim's words, in the sentence of the page that shares most
    objected: float  # less for each thing that the checker objects to


def judged(line: str) -> Judged:
    row = json.loads(line)
    claim, evidence = row["claim"], row["evidence"]
    verdicts = verify(claim, [Source(1, "\n\n".join(evidence))])
    verdict = max(verdicts, key=lambda one: ORDER.index(one.label))
    wanted = set(content_tokens(claim))
    whole = {term for sentence in evidence for term in content_tokens(sentence)}
    overlap = len(wanted & whole) / max(len(wanted), 1)
    strange = sum(len(problem.found) for one in verdicts for problem in one.problems)
    fatal = sum(problem.kind in FATAL for one in verdicts for problem in one.problems)
    return Judged(row["label"] == "supported", verdict, overlap, -strange / max(len(wanted), 1) - 0.1 * fatal)


def balanced(truth: Sequence[bool], said: Sequence[bool]) -> float:
    yes = [s for t, s in zip(truth, said, strict=True) if t]
    no = [not s for t, s in zip(truth, said, strict=True) if not t]
    return (sum(yes) / max(len(yes), 1) + sum(no) / max(len(no), 1)) / 2


def across_halves(truth: Sequence[bool], scores: Sequence[float]) -> float:
    said = [False] * len(truth)
    for half in (0, 1):
        known = range(1 - half, len(truth), 2)
        cuts = sorted({scores[at] for at in known})
        best = max(cuts, key=lambda cut: balanced([truth[at] for at in known], [scores[at] >= cut for at in known]))
        for at in range(half, len(truth), 2):
            said[at] = scores[at] >= best
    return balanced(truth, said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("claims", type=Path)
    parser.add_argument("--limit", type=int)
    given = parser.parse_args()
    found = [judged(line) for line in given.claims.read_text("utf-8").splitlines()[: given.limit]]
    truth = [one.supported for one in found]
    labels = [one.verdict.label for one in found]
    print(f"{len(found)} claims, {sum(truth)} supported; balanced accuracy of")
    print(f"  label quoted or supported    {balanced(truth, [label in ORDER[:2] for label in labels]):.3f}")
    print(f"  label better than uncited    {balanced(truth, [label != 'uncited' for label in labels]):.3f}")
    print(f"  the checker's support        {across_halves(truth, [one.verdict.support for one in found]):.3f}")
    print(f"  what the checker objects to  {across_halves(truth, [one.objected for one in found]):.3f}")
    print(f"  share of words on the page   {across_halves(truth, [one.overlap for one in found]):.3f}")
    for label in ORDER:
        of = [one.supported for one in found if one.verdict.label == label]
        print(f"  {label:<10} {len(of):4} claims, {sum(of):4} of them supported")
    return 0


if __name__ == "__main__":
    sys.exit(main())
