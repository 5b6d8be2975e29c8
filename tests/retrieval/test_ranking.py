from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from inquiro.core.types import Anchor, Document, Query
from inquiro.retrieval import ranking
from inquiro.retrieval.ranking import PassageRanker


class Known:
    """Knows that `chilly` means cold; has no vector for what was not told beforehand."""

    def __init__(self, *unknown):
        self.unknown = unknown
        self.asked = []

    def query(self, text, *, private=True):
        return self._vector(text)

    def embed(self, texts, *, seconds=None, private=True):
        self.asked.extend(texts)
        assert seconds is not None
        mask = np.array([not any(word in text for word in self.unknown) for text in texts])
        rows = np.array([self._vector(text) for text in texts])
        return np.where(mask[:, None], rows, 0.0).astype(np.float32), mask

    def known(self, texts):
        self.looked_up = list(texts)
        return self.embed(texts, seconds=0.0)

    def later(self, texts, *, private=True):
        self.foreseen = (list(texts), private)

    def _vector(self, text):
        return np.array([1.0, 0.0] if "cold" in text or "chilly" in text else [0.0, 1.0], dtype=np.float32)


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


def test_meaning_finds_what_words_do_not():
    docs = [document("a", "A warm day in the town."), document("b", "A chilly day in the town.")]
    assert PassageRanker(Known()).rank("cold", docs, 1)[0].document_id == "b"


def test_what_has_no_vector_yet_counts_as_average():
    docs = [document("a", "A warm day in the town."), document("b", "A chilly day in the town.")]
    docs.append(document("c", "A secret day in the town."))
    assert [p.document_id for p in PassageRanker(Known("secret")).rank("cold", docs, 3)] == ["b", "c", "a"]
    nothing = PassageRanker(Known("day")).rank("cold", docs, 3)
    assert [p.score for p in nothing] == [0.0, 0.0, 0.0]


def test_a_survey_names_what_it_ranked_by_words_alone():
    docs = [document("a", "A cold day in the town."), document("b", "A secret day in the town.")]
    assert [p.by_words for p in PassageRanker(Known("secret")).survey("cold", [], docs)] == [False, True]
    assert [p.by_words for p in PassageRanker(Known("town")).survey("cold", [], docs)] == [True, True]
    assert [p.by_words for p in PassageRanker().survey("cold", [], docs)] == [False, False]


def survey(question, docs, *queries):
    found = PassageRanker().survey(question, [Query(text=query) for query in queries], docs)
    return {(p.document_id, p.start): p for p in found}, found


WORDS = "nothing matters much here because somebody wrote another dull report about grey paper".split()
FILLERS = [" ".join(f"{word}{letter}" for word in WORDS) + ". " for letter in "abcdefgh"]
FILLER = (FILLERS[0] * 8).strip()


def test_a_survey_tells_the_worth_of_every_passage_and_document():
    docs = [document("a", FILLER), document("b", f"{FILLER}\n\nHeat pumps reach 35 dB(A) at night.\n\n{FILLER}")]
    _, found = survey("How loud may heat pumps be at night?", docs)
    assert [(p.document_id, p.start) for p in found] == sorted((p.document_id, p.start) for p in found)
    assert all(p.text == docs[p.document_id == "b"].text[p.start : p.end] for p in found)
    best = max(found, key=lambda p: p.score)
    assert "35 dB(A)" in best.text
    assert best.standing == 1.0
    assert all(p.standing == 0.0 for p in found if p.document_id == "a")


def test_what_stands_beside_a_good_passage_gains():
    first, second, third, fourth = (filler * 8 for filler in FILLERS[1:5])
    text = "\n\n".join([first, second, "Heat pumps reach 35 dB(A). " * 20, third, fourth])
    _, found = survey("heat pumps dB(A)", [document("a", text)])
    scores = [p.score for p in found]
    best = scores.index(max(scores))
    assert scores[best - 1] > scores[0] == 0
    assert scores[best + 1] > scores[-1] == 0


def test_the_best_passages_teach_words_that_the_question_does_not_have():
    loud = [document(f"l{n}", f"Heat pumps make noise of {n} decibel in the yard.") for n in range(3)]
    text = f"Heat pumps make noise.\n\n{FILLER}\n\n{FILLER}\n\nThe limit in the yard is 35 decibel. " + FILLERS[6] * 9
    docs = [*loud, document("taught", text), document("other", "Ten decibel in the yard."), document("far", FILLERS[7])]
    _, found = survey("noise of heat pumps", docs)
    scores = {(p.document_id, "decibel" in p.text): p.score for p in found}
    assert scores["taught", True] > scores["taught", False] > 0
    assert (
        scores["other", True] == scores["far", False] == 0
    )  # where nothing speaks of it, the same words prove nothing


def test_queries_count_beside_the_question():
    docs = [document("a", "Trees cool streets."), document("b", "The mayor pays for it."), document("c", "Nothing.")]
    _, plain = survey("Do trees cool?", docs)
    _, asked = survey("Do trees cool?", docs, "mayor pays")
    assert [p.score for p in plain][1] == 0 < [p.score for p in asked][1]


def test_vectors_of_the_users_own_folders_are_looked_at_beyond_the_likeliest():
    trees = [document(f"t{n}", "Trees are warm in winter.") for n in range(3)]
    near = document("near", "A chilly wind blows.", source_type="local")
    vectors = Known()
    found = PassageRanker(vectors).survey("cold trees in winter", [], [*trees, near], candidates=2)
    assert vectors.looked_up == ["near\nA chilly wind blows."]
    assert {p.document_id: p.score > 0 for p in found}["near"]


def test_nothing_to_survey_is_no_error():
    assert PassageRanker().survey("anything", [], []) == []
    assert PassageRanker().survey("", [Query(text="")], [document("a", "Words.")])[0].score == 0


def test_the_likeliest_passages_of_a_page_are_embedded_as_it_arrives():
    vectors = Known()
    ranker = PassageRanker(vectors)
    page = document("a", "\n\n".join([*(filler * 8 for filler in FILLERS), "The pump is loud. " * 40]), private=True)
    ranker.foresee("How loud is the pump?", page)
    texts, private = vectors.foreseen
    assert private
    assert "The pump is loud" in texts[0]
    assert len(texts) == 4
    PassageRanker().foresee("How loud is the pump?", page)


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
