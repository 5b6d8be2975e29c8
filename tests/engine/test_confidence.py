from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ConfidenceTerms, Contradiction, ContradictionSide, Document, Fact
from inquiro.engine.checking import Verdict
from inquiro.engine.confidence import (
    DISPUTED,
    OLDEST,
    REPLACED,
    SURE,
    confidence,
    doubts,
    of_claim,
    terms_of,
    worded,
    years_between,
)
from inquiro.engine.extract import evidence_at
from inquiro.engine.origins import Origins


def document(name: str, **known) -> Document:
    text = " ".join(f"{name}{n}" for n in range(60))
    values = {"url": f"https://{name}.example/", "quality": 0.8} | known
    return Document(
        id=name,
        title=name,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        **values,
    )


def weighed(*documents: Document, found: tuple[Contradiction, ...] = ()) -> ConfidenceTerms:
    evidence = {f"e{n}": evidence_at(f"e{n}", one, 0, 10) for n, one in enumerate(documents)}
    fact = Fact(id="f1", statement="-", evidence=tuple(evidence), sources=())
    terms, _ = terms_of(fact, evidence, {one.id: one for one in documents}, Origins(documents), found)
    return terms


def against(kind: str, mine: str | None = None, theirs: str | None = None) -> Contradiction:
    sides = (
        ContradictionSide(statement="-", fact_id="f1", document_id="a", published=mine),
        ContradictionSide(statement="-", fact_id="f2", document_id="b", published=theirs),
    )
    return Contradiction(about="x", kind=kind, explanation="", sides=sides)


def test_the_terms_multiply_to_the_confidence():
    terms = weighed(document("a"), document("b", quality=0.5), found=(against("disagreement"),))
    assert (terms.origins, terms.quality) == (2, (0.8, 0.5))
    assert terms.support == pytest.approx(1 - (1 - 0.72) * (1 - 0.45))
    assert confidence(terms) == pytest.approx(terms.support * 0.6, abs=0.001)


def test_two_pages_of_one_publisher_count_once_by_the_better_one():
    pages = [document(n, url=f"https://one.example/{n}", quality=q) for n, q in (("a", 0.4), ("b", 0.8))]
    terms = weighed(*pages)
    assert (terms.origins, terms.quality, terms.grouped) == (1, (0.8,), ("same publisher (one.example)",))
    assert confidence(terms) == confidence(weighed(document("b")))


def test_a_retracted_work_adds_nothing_and_is_counted():
    terms = weighed(document("a", published="2020"), document("b", retracted=True, published="2024"))
    assert confidence(terms) == confidence(weighed(document("a")))
    assert (terms.origins, terms.retracted, terms.newest) == (1, 1, "2020")
    alone = weighed(document("b", retracted=True))
    assert (alone.origins, alone.retracted, confidence(alone)) == (0, 1, 0.0)


@pytest.mark.parametrize("kind", sorted(DISPUTED))
def test_every_kind_of_contradiction_lowers_it(kind):
    assert doubts("f1", None, [against(kind)])[0] == DISPUTED[kind] < 1
    assert doubts("f9", None, [against(kind)]) == (1.0, 1.0)


def test_the_newest_statement_is_not_held_against_itself():
    contradiction = against("disagreement", "2019", "2024")
    older, newer = doubts("f1", "2019", [contradiction]), doubts("f2", "2024", [contradiction])
    assert older[0] == newer[0]
    assert OLDEST <= older[1] < newer[1] == 1.0


def test_what_was_replaced_counts_half_and_what_replaces_it_whole():
    contradiction = against("superseded", "2018", "2024")
    assert doubts("f1", "2018", [contradiction]) == (DISPUTED["superseded"], REPLACED)
    assert doubts("f2", "2024", [contradiction]) == (1.0, 1.0)


@pytest.mark.parametrize("kind", ["scope", "definition"])
def test_age_says_nothing_where_both_may_hold(kind):
    assert doubts("f1", "2001", [against(kind, "2001", "2024")])[1] == 1.0


@pytest.mark.parametrize(
    ("older", "newer", "years"),
    [
        ("2019", "2024", 5),
        ("2024", "2019", 0),
        ("2023-12-31", "2024", 1),  # compared as precisely as both are known
        ("2024-01", "2024-07", 0.5),
        (None, "2024", 0),
        ("2024", None, 0),
        ("spring", "2024", 0),
    ],
)
def test_years_between_dates(older, newer, years):
    assert years_between(older, newer) == pytest.approx(years)


def test_the_words_hold_every_term():
    terms = weighed(
        document("a", url="https://one.example/a", published="2019-05-06"),
        document("b", url="https://one.example/b"),
        document("c", retracted=True),
        found=(against("disagreement", "2019", "2024"),),
    )
    fact = Fact(id="f1", statement="-", evidence=(), sources=(), confidence=confidence(terms), terms=terms)
    assert worded(fact) == (
        "0.37 = 1 origin (quality 0.80) × 0.60 contradicted × 0.86 a newer source says otherwise, newest 2019; "
        "counted once: same publisher (one.example); retracted and not counted: 1"
    )
    assert worded(Fact(id="f1", statement="-", evidence=(), sources=())) == ""


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=5))
def test_another_source_never_makes_it_less_sure(sources):
    documents = [document(f"d{n}", quality=q, retracted=r) for n, (q, r) in enumerate(sources)]
    grown = [confidence(weighed(*documents[:n])) for n in range(len(documents) + 1)]
    assert grown == sorted(grown)
    assert all(0 <= value <= 1 for value in grown)


def known(*quality: float, name: str = "f1", **more) -> Fact:
    support = round(1 - prod(1 - one * SURE for one in quality), 3)
    terms = ConfidenceTerms(origins=len(quality), quality=quality, support=support)
    return Fact(
        id=name, statement="-", evidence=(), sources=(), confidence=support, terms=terms, origins=len(quality), **more
    )


def verdict(label: str, by: str = "rule", support: float = 0.9) -> Verdict:
    return Verdict(text="-", label=label, by=by, support=support)


def test_a_sentence_is_as_sure_as_the_way_from_its_evidence_allows():
    labels = [
        verdict("quoted"),
        verdict("supported"),
        verdict("supported", "model"),
        verdict("inferred"),
        verdict("uncited"),
    ]
    values = [of_claim([known(0.7)], one).value for one in labels]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 5
    assert values[-1] == 0.0


def test_nothing_without_proof_is_surer_than_an_inference_from_one_origin():
    one = of_claim([known(0.7)], verdict("inferred"))
    many = of_claim([known(0.7, 0.7, 0.7)], verdict("inferred"))
    assert many.value <= one.value + 0.001
    assert many.origins == 1


def test_a_sentence_on_two_facts_is_as_sure_as_the_weaker():
    both = of_claim([known(0.9, 0.9), known(0.4, name="f2")], verdict("quoted"))
    assert both == of_claim([known(0.4, name="f2")], verdict("quoted"))._replace(basis=both.basis)
    assert both.basis.endswith("the least sure of 2 facts")


def test_the_basis_says_what_it_is_made_of():
    found = of_claim([known(0.7)], verdict("supported", "model"))
    assert found.basis == "0.59 = 1 origin (quality 0.70) × 0.93 in other words, as a model reads it"
    assert of_claim([known(0.7)], verdict("uncited")).basis == "0.00: its evidence does not say so"
    assert of_claim([], verdict("uncited")) == (0.0, "", 0)
