from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.errors import Unavailable
from inquiro.core.types import ResearchRequest
from inquiro.retrieval.vectors import VectorStore
from inquiro.runtime import Runtime, wiring


class Down:
    name, dimensions, batch, at_once = "down", 4, 1, 1

    def embed(self, texts):
        raise Unavailable("the embedding server cannot be reached")


def asked(settings):
    runtime = Runtime.open(settings)
    try:
        request = ResearchRequest(question="What do street trees cost in Korvenau?", sources=("wiki",), depth="light")
        return asyncio.run(runtime.ask(request))
    finally:
        runtime.close()


def test_passages_that_could_not_be_ranked_by_meaning_are_lost_and_told(settings, wiki, monkeypatch, tmp_path):
    store = VectorStore(tmp_path / "vectors.db", "down", Down)
    monkeypatch.setattr(wiring, "vectors_of", lambda settings: store)
    report = asked(msgspec.structs.replace(settings, embedding_model=None))
    store.close()
    (loss,) = [loss for loss in report.lost if loss.what == "ranking by meaning"]
    assert "ranked by their words" in loss.reason
    assert report.claims


def test_by_words_alone_nothing_is_lost(settings, wiki):
    assert not [loss for loss in asked(settings).lost if loss.what == "ranking by meaning"]
