"""Claim support: does the check of sentences agree with people about what a cited page supports?"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from inquiro.core.types import ClaimLabel
from inquiro.engine.checking import Verdict, check
from inquiro.providers.embeddings import embedder_of, embeddings_available
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.words import content_tokens, tokens
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, Tell, share
from inquiro.runtime.evaluating.intervals import of_balanced_accuracy, wilson
from inquiro.runtime.evaluating.scores import best_cut, tabled
from inquiro.runtime.evaluating.sets import GivenClaim, Support, claims

MEANS: dict[ClaimLabel, Support] = {
    "quoted": "supported",
    "supported": "supported",
    "inferred": "partially_supported",
    "uncited": "not_supported",
}
NEAREST = 5  # sentences of a page that the baselines look at
TOLD_EVERY = 50


class ClaimSupport:
    """Labels of the sentence checker against people's, on claims and the pages they cite."""

    name = "claims"
    takes_model = False
    takes_file = False

    async def evaluate(self, task: Task) -> Evaluated:
        held = claims(task.data)
        given = held.claims[: task.limit]
        possible = embeddings_available(task.settings)
        embedder = embedder_of(task.settings)
        began = perf_counter()
        verdicts = checked(given, None, task.tell, held.name)
        lasted = perf_counter() - began
        figures = checker_figures(given, verdicts)
        if embedder is not None:
            task.tell("the checker with embeddings")
            figures += checker_figures(given, checked(given, embedder, task.tell, held.name), ", with embeddings")
        task.tell("the baselines")
        figures += baseline_figures(given, embedder)
        return Evaluated(
            name=self.name,
            title=f"{held.name}: is a claim supported by the page it cites?",
            n=len(given),
            figures=tuple(figures),
            engine="sentence checker, no model",
            seconds=perf_counter() - began,
            notes=(
                f"the checker itself took {1_000 * lasted / max(len(given), 1):.1f} ms a claim, reading its page included",
                "a score's threshold comes from the other half of the claims; labels have a fixed one",
                *([] if possible.available else [f"without embeddings: {possible.reason}"]),
            ),
        )


def checked(given: Sequence[GivenClaim], embedder: Embedder | None, tell: Tell, name: str) -> list[Verdict]:
    """Each claim against what it cites, with what stands around it, or against its page as one text."""
    began = perf_counter()
    verdicts: list[Verdict] = []
    for number, one in enumerate(given, 1):
        verdicts.append(check(one.claim, one.cited or ["\n\n".join(one.evidence)], embedder=embedder))
        if number % TOLD_EVERY == 0:
            tell(f"{name}: {number} of {len(given)} claims, {perf_counter() - began:.0f} s")
    return verdicts


def checker_figures(given: Sequence[GivenClaim], verdicts: Sequence[Verdict], how: str = "") -> list[Figure]:
    truth = _supported(given)
    labels = [MEANS[verdict.label] for verdict in verdicts]
    said = [found == "supported" for found in labels]
    same = [one.label == found for one, found in zip(given, labels, strict=True)]
    table = tabled(truth, said)
    yes, real = sum(said), sum(truth)
    three = sum(same) / max(len(same), 1)
    false = [found for one, found in zip(given, said, strict=True) if one.label == "not_supported"]
    return [
        share(f"checker{how}: label accuracy, three labels", len(same), three, wilson(sum(same), len(same))),
        share(
            f"checker{how}: accuracy, supported or not", table.n, table.accuracy, wilson(_right(truth, said), table.n)
        ),
        share(f"checker{how}: balanced accuracy", table.n, table.balanced_accuracy, of_balanced_accuracy(truth, said)),
        share(f"checker{how}: precision of “supported”", yes, table.precision, wilson(table.true_yes, yes)),
        share(f"checker{how}: recall of “supported”", real, table.recall, wilson(table.true_yes, real)),
        share(
            f"checker{how}: false claims accepted",
            len(false),
            sum(false) / max(len(false), 1),
            wilson(sum(false), len(false)),
        ),
        _scored(f"checker{how}, score: balanced accuracy", truth, [verdict.support for verdict in verdicts]),
    ]


def baseline_figures(given: Sequence[GivenClaim], embedder: Embedder | None) -> list[Figure]:
    """What simple scores would do, to compare with."""
    truth = _supported(given)
    near = [nearest(one) for one in given]
    overlap = [_overlap(one.claim, sentences) for one, sentences in zip(given, near, strict=True)]
    ways = {"word overlap": overlap}
    if embedder is not None:
        cosine = [_cosine(one.claim, sentences, embedder) for one, sentences in zip(given, near, strict=True)]
        ways |= {"cosine": cosine, "overlap + cosine": [a + b for a, b in zip(overlap, cosine, strict=True)]}
    return [_scored(f"{name}: balanced accuracy", truth, scores) for name, scores in ways.items()]


def nearest(one: GivenClaim) -> list[str]:
    """The sentences of the page that share most with the claim."""
    if not one.evidence:
        return []
    scores = Bm25([tokens(sentence) for sentence in one.evidence]).scores(content_tokens(one.claim))
    return [one.evidence[at] for at in np.argsort(-scores, kind="stable")[:NEAREST]]


def judged_by_the_other_half(truth: Sequence[bool], scores: Sequence[float]) -> list[bool]:
    """Whether each score is above the threshold that suits the other half best: nothing judges itself."""
    cuts = [best_cut(truth[half::2], scores[half::2]) for half in (0, 1)]
    return [score >= cuts[1 - at % 2] for at, score in enumerate(scores)]


def _scored(name: str, truth: Sequence[bool], scores: Sequence[float]) -> Figure:
    said = judged_by_the_other_half(truth, scores)
    return share(name, len(said), tabled(truth, said).balanced_accuracy, of_balanced_accuracy(truth, said))


def _supported(given: Sequence[GivenClaim]) -> list[bool]:
    return [one.label == "supported" for one in given]


def _overlap(claim: str, sentences: Sequence[str]) -> float:
    said = set(content_tokens(claim))
    return len(said & {term for one in sentences for term in content_tokens(one)}) / max(len(said), 1)


def _cosine(claim: str, sentences: Sequence[str], embedder: Embedder) -> float:
    if not sentences:
        return 0.0
    return float((embedder.embed(sentences) @ embedder.embed([claim])[0]).max())


def _right(truth: Sequence[bool], said: Sequence[bool]) -> int:
    return sum(a == b for a, b in zip(truth, said, strict=True))


plugin = ClaimSupport
