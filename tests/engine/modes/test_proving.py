from __future__ import annotations

import msgspec

from inquiro.core.types import Worded
from inquiro.engine.modes.proving import Prover, places


def test_a_sentence_rests_on_the_fact_that_it_names(pool):
    assert Prover(pool).facts_for(Worded(text="Anything at all.", facts=("f3",))) == ("f3",)


def test_a_fact_that_nobody_knows_is_left_out(pool):
    assert Prover(pool).facts_for(Worded(text="A zebra runs.", facts=("f99",))) == ()


def test_words_that_stand_in_a_fact_of_the_document_rest_on_that_fact(pool):
    sentence = Worded(text="The decorator lru_cache keeps the last 128 results.", documents=("guide",))
    assert Prover(pool).facts_for(sentence)[0] == "f1"


def test_words_that_no_fact_holds_yet_become_one_of_this_report_with_its_place(pool, documents):
    prover = Prover(pool)
    names = prover.facts_for(Worded(text="A cache keeps the results of expensive calls.", documents=("guide",)))
    material = prover.material()
    proof = material.evidence[material.facts[names[0]].evidence[0]]
    assert documents[0].text[proof.start : proof.end] == proof.quote == "A cache keeps the results of expensive calls."
    assert material.facts[names[0]].confidence == 0.81  # one source of quality 0.9
    assert prover.known(names) == ()


def test_a_part_of_a_fact_s_words_is_cited_alone_and_is_as_sure(pool, documents):
    proof = msgspec.structs.replace(pool.evidence[0], start=0, quote=documents[0].text[: pool.evidence[0].end])
    prover = Prover(msgspec.structs.replace(pool, evidence=(proof, *pool.evidence[1:])))
    (name,) = prover.facts_for(Worded(text=pool.facts[0].statement, documents=("guide",)))
    material = prover.material()
    assert material.evidence[material.facts[name].evidence[0]].quote == pool.facts[0].statement
    assert material.facts[name].confidence == pool.facts[0].confidence
    assert prover.known((name,)) == ("f1",)


def test_the_same_words_are_one_fact(pool):
    prover = Prover(pool)
    sentence = Worded(text="A cache keeps the results of expensive calls.", documents=("guide",))
    assert prover.facts_for(sentence) == prover.facts_for(sentence)


def test_a_sentence_without_a_source_is_proven_by_what_the_facts_say_together(pool):
    told = Prover(pool).facts_for(Worded(text="A cache that never forgets is a memory leak."))
    assert told == ("f5",)


def test_a_sentence_without_a_source_that_nothing_bears_out_has_no_proof(pool):
    assert Prover(pool).facts_for(Worded(text="Penguins prefer 40 kg of fish in Antarctica.")) == ()


def test_places_are_sentences_of_the_document(documents):
    spans = places("Results survive a restart because the package stores them on disk.", documents[1])
    told = [documents[1].text[slice(*span)] for span in spans]
    assert "Results can be kept on disk, so that they survive a restart." in told
    assert len(told) <= 3
