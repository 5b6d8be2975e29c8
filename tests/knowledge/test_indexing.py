from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnownEntity, KnownFact, KnownItem, KnownProof, KnownRelation
from inquiro.knowledge.indexing import marks_of_wording, words_of_entity, words_of_fact, words_of_item


def proof(title, *, private=False):
    return KnownProof(document_id="d", start=0, end=1, quote="q", url="u", title=title, private=private)


def by_kind(words):
    found = {}
    for word in words:
        found.setdefault(word.kind, {})[word.word] = word.weight
    return found


def test_a_fact_is_found_by_its_words_its_names_and_its_titles():
    fact = KnownFact(
        id="kf_1",
        statement="Oak trees cool oak streets.",
        proofs=(proof("Heat in Aldra"), proof("Secret", private=True)),
        entities=("Korvenau",),
    )
    found = by_kind(words_of_fact(fact))
    assert set(found["fact"]) == {"oak", "tree", "cool", "street"}
    assert set(found["beside"]) == {"korvenau", "heat", "aldra"}
    assert found["fact"]["oak"] > found["fact"]["tree"] > found["beside"]["heat"]


def test_what_a_fact_tells_of_whom_is_kept_for_comparing():
    fact = KnownFact(id="kf_1", statement="The Meridian Trust was founded in 2009.", proofs=())
    assert "meridian trust" in by_kind(words_of_fact(fact))["told"]


def test_a_thing_is_found_by_every_spelling_and_counted_by_its_relations():
    relation = KnownRelation(subject="World Tree Council", predicate="based in", object="Aldra")
    entity = KnownEntity(id="ke_1", name="World Tree Council", aliases=("WTC",), relations=(relation, relation))
    found = by_kind(words_of_entity(entity, {"nightingale"}))
    assert {"world", "tree", "council", "wtc"} <= set(found["entity"])
    assert set(found["named"]) == {"world tree council", "wtc", "nightingale"}
    assert len(found["relation"]) == 1


def test_an_item_is_found_by_content_title_and_query():
    item = KnownItem(id="ki_1", mode="idea", query="How to cool?", source="s", content="Plant oaks.", title="Shade")
    found = by_kind(words_of_item(item))["item"]
    assert {"plant", "oak", "shad", "cool"} <= set(found)
    long = KnownItem(id="ki_2", mode="idea", query="", source="s", content="word " * 100_000)
    assert len(list(words_of_item(long))) == 1


@given(st.text(max_size=120))
def test_any_text_can_be_indexed(text):
    fact = KnownFact(id="kf_1", statement=text, proofs=(proof(text),), entities=(text,))
    words = [*words_of_fact(fact), *marks_of_wording("kf_1", text)]
    assert all(word.word and word.weight > 0 and word.id == "kf_1" for word in words)
    assert len({(word.word, word.kind) for word in words}) == len(words)
