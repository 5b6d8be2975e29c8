"""Claim support on a set that can be checked by hand."""

from __future__ import annotations

import asyncio

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import Verdict
from inquiro.runtime.evaluating import sets
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import GivenClaim
from inquiro.runtime.evaluations import claims, registry
from inquiro.runtime.evaluations.claims import checker_figures, judged_by_the_other_half, nearest


def test_the_checker_on_claims_that_are_plain(data, settings):
    done = asyncio.run(registry.get("claims")().evaluate(Task(data=data, settings=settings)))
    values = {figure.name: (figure.n, figure.value) for figure in done.figures}
    assert values["checker: label accuracy, three labels"] == (4, 1.0)
    assert values["checker: balanced accuracy"] == (4, 1.0)
    assert values["checker: precision of “supported”"] == (2, 1.0)
    assert "word overlap: balanced accuracy" in values
    assert not any(name.startswith("cosine") for name in values)
    assert "switched off" in done.notes[-1]


def test_the_figures_of_wrong_labels(data):
    given_claims = sets.claims(data).claims
    labels = ("supported", "quoted", "uncited", "uncited")
    verdicts = [Verdict(text="", label=label, support=0.5) for label in labels]
    *of_labels, score = checker_figures(given_claims, verdicts)
    assert [(figure.n, figure.value) for figure in of_labels] == [
        (4, 0.25),
        (4, 0.5),
        (4, 0.5),
        (2, 0.5),
        (2, 0.5),
        (1, 1.0),
    ]
    assert (score.n, score.value) == (4, 0.5)  # a score that is always the same says nothing


def test_with_embeddings_the_checker_is_measured_twice(data, settings, monkeypatch):
    class Letters:
        """Texts as counts of their letters: a stand-in where no model is installed."""

        def embed(self, texts):
            rows = np.array([[text.lower().count(c) + 1e-6 for c in "abcdefghijklmnopqrstuvwxyz"] for text in texts])
            return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    monkeypatch.setattr(claims, "embedder_of", lambda _: Letters())
    done = asyncio.run(registry.get("claims")().evaluate(Task(data=data, settings=settings)))
    names = [figure.name for figure in done.figures]
    assert "checker, score: balanced accuracy" in names
    assert "checker, with embeddings: balanced accuracy" in names
    assert "overlap + cosine: balanced accuracy" in names


def test_baselines_look_at_the_sentences_that_share_most():
    page = (*(f"Filler number {n} of this page." for n in range(20)), "The Aldra bridge opened.")
    assert nearest(GivenClaim(claim="The Aldra bridge", evidence=page, label="supported"))[0] == page[-1]
    assert nearest(GivenClaim(claim="Anything", evidence=(), label="supported")) == []


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=4, max_size=40), st.integers(0, 39))
def test_no_claim_sets_its_own_threshold(cases, place):
    truth, scores = (list(part) for part in zip(*cases, strict=True))
    at = place % len(cases)
    before = judged_by_the_other_half(truth, scores)[at]
    truth[at] = not truth[at]
    assert judged_by_the_other_half(truth, scores)[at] == before
