from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from inquiro.core.errors import Unavailable
from inquiro.core.types import Anchor, Document
from inquiro.retrieval import ranking
from inquiro.retrieval.ranking import PassageRanker
from inquiro.retrieval.vectors import VectorStore


class CountingEmbedder:
    """Knows that `chilly` means cold; remembers what it was asked."""

    name = "counting"
    dimensions = 2
    batch = at_once = 1

    def __init__(self):
        self.asked = []

    def embed(self, texts):
        self.asked.extend(texts)
        return np.array([[1.0, 0.0] if "cold" in t or "chilly" in t else [0.0, 1.0] for t in texts], dtype=np.float32)


@pytest.fixture
def ranking_by(tmp_path):
    stores = []

    def build(model):
        stores.append(VectorStore(tmp_path / "vectors.db", model.name, lambda: model))
        return PassageRanker(stores[-1])

    yield build
    for store in stores:
        store.close()


def document(name, text, **fields):
    return Document(
        id=name, url=f"https://x.org/{name}", title=fields.pop("title", name), text=text, sha256="", media_type="text/plain",
        fetched_at=datetime(2025, 1, 1, tzinfo=UTC), **fields,
    )  # fmt: skip


def test_passages_are_exact_and_best_first():
    filler = "Nothing that matters is written in this sentence. " * 40
    docs = [
        document("a", filler),
        document("b", filler + "Heat pumps may reach 35 dB(A) at night. " + filler, private=True),
    ]
    best = PassageRanker().rank("How many dB(A) may heat pumps reach?", docs, 3)
    assert len(best) == 3
    assert "35 dB(A)" in best[0].text
    assert best[0].document_id == "b"
    assert best[0].text == docs[1].text[best[0].start : best[0].end]
    assert best[0].private
    assert best[0].score > best[1].score >= best[2].score


def test_a_heading_speaks_for_the_passages_below_it():
    part = "It rose by a third in the years that followed the reform. " * 20
    text = f"Trains\n\n{part}\n\nWages\n\n{part}"
    headings = (Anchor(offset=0, label="Trains"), Anchor(offset=text.index("Wages"), label="Wages"))
    best = PassageRanker().rank("wages", [document("a", text, headings=headings)], 1)
    assert best[0].start >= text.index("Wages")


def test_ties_keep_the_order_given():
    docs = [document(name, "The very same words stand here.", title="t") for name in ("z", "a", "m")]
    assert [p.document_id for p in PassageRanker().rank("same words", docs, 3)] == ["z", "a", "m"]


def test_meaning_finds_what_words_do_not(ranking_by):
    docs = [document("a", "A warm day in the town."), document("b", "A chilly day in the town.")]
    assert ranking_by(CountingEmbedder()).rank("cold", docs, 1)[0].document_id == "b"


def test_a_passage_is_embedded_once(ranking_by):
    embedder = CountingEmbedder()
    ranker = ranking_by(embedder)
    docs = [document("a", "A warm day."), document("b", "A chilly day.")]
    first = ranker.rank("cold", docs, 2)
    assert ranker.rank("cold", docs, 2) == first
    assert len(embedder.asked) == 3
    assert PassageRanker(ranker._vectors).rank("cold", docs, 2) == first
    assert len(embedder.asked) == 3


def test_a_model_that_fails_leaves_the_order_of_the_words(ranking_by):
    class Failing(CountingEmbedder):
        def embed(self, texts):
            raise Unavailable("nobody is there")

    docs = [document("a", "A warm day."), document("b", "A cold day.")]
    assert ranking_by(Failing()).rank("cold", docs, 2) == PassageRanker().rank("cold", docs, 2)


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(ranking, "_DOCUMENTS", 2)
    ranker = PassageRanker()
    ranker.rank("x", [document(str(number), f"Text {number}.") for number in range(5)], 1)
    assert list(ranker._cuts) == ["3", "4"]


@pytest.mark.parametrize("docs", [[], [document("empty", " ")]])
def test_nothing_to_rank_is_no_error(docs):
    assert PassageRanker().rank("anything", docs, 5) == []


def test_other_languages_are_found():
    docs = [
        document("de", "Die Wärmepumpen dürfen nachts höchstens 35 dB(A) erreichen."),
        document("es", "Los árboles de la calle bajan la temperatura dos grados."),
        document("ja", "街路樹は真昼の気温を二度下げる。"),
    ]
    ranker = PassageRanker()
    assert ranker.rank("Wie laut darf eine Wärmepumpe nachts sein?", docs, 1)[0].document_id == "de"
    assert ranker.rank("¿Cuánto baja la temperatura un árbol?", docs, 1)[0].document_id == "es"
    assert ranker.rank("街路樹は気温を何度下げますか", docs, 1)[0].document_id == "ja"


def test_all_queries_over_the_same_documents_share_one_keyword_index(monkeypatch):
    built = []

    class Counted(ranking.Bm25):
        def __init__(self, texts):
            built.append(len(texts))
            super().__init__(texts)

    monkeypatch.setattr(ranking, "Bm25", Counted)
    ranker, docs = PassageRanker(), [document("a", "Trees cool streets."), document("b", "Trees need water.")]
    built.clear()
    first = [ranker.rank(query, docs, 1)[0].document_id for query in ("cool", "water")]
    assert (first, built) == (["a", "b"], [2])
    assert [p.document_id for p in ranker.rank("water", docs[:1], 2)] == ["a"]
    assert built == [2, 1]
