from __future__ import annotations

import numpy as np

from inquiro.core.types import Fact
from inquiro.engine.contradictions.candidates import candidate_pairs
from inquiro.engine.contradictions.said import Said, all_said
from inquiro.engine.extract import evidence_at
from inquiro.testing import stored


def said(*statements: str, one_document: bool = False) -> list[Said]:
    facts, evidence, documents = [], {}, {}
    for n, statement in enumerate(statements, 1):
        document = stored("d" if one_document else f"d{n}", "\n\n".join(statements) if one_document else statement)
        documents[document.id] = document
        start = document.text.index(statement)
        evidence[f"e{n}"] = evidence_at(f"e{n}", document, start, start + len(statement))
        facts.append(Fact(id=f"f{n}", statement=statement, evidence=(f"e{n}",), sources=(document.url,)))
    return all_said(facts, evidence, documents)


ALIKE = ("The Halvik dam holds 42 million litres.", "The Halvik dam holds 61 million litres.")


def test_statements_about_one_thing_meet_and_others_do_not():
    (pair,) = candidate_pairs(said(*ALIKE, "Oaks live for centuries in the Lindau park."))
    assert (pair.one.fact.id, pair.other.fact.id) == ("f1", "f2")
    assert pair.closeness > 0.9


def test_one_document_does_not_contradict_itself():
    assert candidate_pairs(said(*ALIKE, one_document=True)) == []


def test_one_sentence_in_other_dashes_is_no_pair():
    text = "The mean temperature on Mount Aldra is {}5 °C in winter."
    assert candidate_pairs(said(text.format("−"), text.format("–"), text.format("-"))) == []


def test_other_places_and_other_people_are_no_pair():
    cost = "The planting of a street tree in {} costs 1,100 €."
    assert candidate_pairs(said(cost.format("Korvenau"), cost.format("Halvik"))) == []
    dose = "The recommended daily dose of Nordlicht for {} is high."
    assert candidate_pairs(said(dose.format("children"), dose.format("adults"))) == []


class Together:
    """Everything means the same."""

    def embed(self, texts):
        return np.ones((len(texts), 1), dtype=np.float32)


def test_meaning_brings_together_what_few_words_do():
    one = "Retired fishermen of Halvik mistrust the harbour authority deeply, says the paper."
    other = "The harbour authority enjoys the confidence of former Halvik crews."
    assert candidate_pairs(said(one, other)) == []
    assert len(candidate_pairs(said(one, other), Together())) == 1


def test_the_order_of_the_facts_changes_nothing():
    some = said(*ALIKE, "The Halvik dam holds 42 million litres of water.")
    pairs = [(p.one.fact.id, p.other.fact.id) for p in candidate_pairs(some)]
    assert pairs == [(p.one.fact.id, p.other.fact.id) for p in candidate_pairs(list(some))]
    assert len(pairs) == 3
