from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnownEntity, KnownFact, KnownRelation
from inquiro.knowledge.marks import marks_of_entity, marks_of_fact, marks_of_wording


def by_kind(marks):
    found = {}
    for mark in marks:
        found.setdefault(mark.kind, set()).add(mark.word)
    return found


def test_a_fact_is_compared_by_the_words_that_it_says():
    fact = KnownFact(id="kf_1", statement="Oak trees cool oak streets.", proofs=(), entities=("Korvenau",))
    assert by_kind(marks_of_fact(fact))["fact"] == {"oak", "tree", "cool", "street"}


def test_what_a_fact_tells_of_whom_is_kept_for_comparing():
    fact = KnownFact(id="kf_1", statement="The Meridian Trust was founded in 2009.", proofs=())
    assert "meridian trust" in by_kind(marks_of_fact(fact))["told"]


def test_a_thing_is_known_by_every_spelling_and_counted_by_its_relations():
    relation = KnownRelation(subject="World Tree Council", predicate="based in", object="Aldra")
    entity = KnownEntity(id="ke_1", name="World Tree Council", aliases=("WTC",), relations=(relation, relation))
    found = by_kind(marks_of_entity(entity, {"nightingale"}))
    assert found["named"] == {"world tree council", "wtc", "nightingale"}
    assert len(found["relation"]) == 1


@given(st.text(max_size=120))
def test_any_text_has_marks_and_each_once(text):
    fact = KnownFact(id="kf_1", statement=text, proofs=())
    marks = [*marks_of_fact(fact), *marks_of_wording("kf_1", text)]
    assert all(mark.word and mark.id == "kf_1" for mark in marks)
    assert len({(mark.word, mark.kind) for mark in marks}) == len(marks)
