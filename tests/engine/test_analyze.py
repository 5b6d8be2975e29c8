from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from inquiro.core.types import Contradiction, ContradictionSide, Document, Fact
from inquiro.engine.analyze import analyze, doubted
from inquiro.engine.extract import evidence_at
from inquiro.engine.quotes import locate
from inquiro.readers import read
from inquiro.testing import stored

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
RELEASE, COURIER = "nordlicht-press-release-brenmoor-portavel.txt", "night-train-118000-passengers-courier.html"
CARRIED = "carried 118,000 passengers in 2023, its first full year of operation."


def example(name: str) -> Document:
    content = read((CORPUS / name).read_bytes(), name)
    return stored(name, content.text, published=content.published)


def weighed(quote: str, *documents: Document, statement: str = "-") -> Fact:
    evidence = [evidence_at(f"e{n}", one, *locate(one.text, quote)) for n, one in enumerate(documents)]
    fact = Fact(
        id="f1",
        statement=statement,
        evidence=tuple(proof.id for proof in evidence),
        sources=tuple(one.url for one in documents),
    )
    facts, _ = analyze([fact], {e.id: e for e in evidence}, {d.id: d for d in documents})
    return facts[0]


def test_a_press_release_and_its_copy_confirm_nothing():
    release, courier = example(RELEASE), example(COURIER)
    fact = weighed(CARRIED, release, courier)
    assert (fact.origins, fact.verified) == (1, False)
    assert fact.confidence == weighed(CARRIED, release).confidence


def test_two_independent_documents_verify():
    said = "The lifetime cost of a street tree is 1,100 €."
    fact = weighed(
        said,
        stored("a", f"Here is what the treasury wrote. {said}"),
        stored("b", f"Others asked, and heard: {said}"),
    )
    assert (fact.origins, fact.verified) == (2, True)
    assert fact.confidence > weighed(said, stored("a", said)).confidence


def test_one_document_verifies_nothing_however_good_it_is():
    fact = weighed("Trees cool.", stored("a", "Trees cool.", quality=1.0))
    assert (fact.origins, fact.verified) == (1, False)


@pytest.mark.parametrize(("quality", "other"), [(0.9, 0.3), (0.5, 0.1)])
def test_a_better_source_is_believed_more(quality, other):
    good, poor = (weighed("Trees cool.", stored("a", "Trees cool.", quality=q)) for q in (quality, other))
    assert good.confidence > poor.confidence


def test_a_contradicted_fact_is_believed_less_and_says_by_what():
    texts = [f"The lifetime cost of a street tree is {value} € in total." for value in ("1,100", "2,400")]
    documents = [stored(name, text) for name, text in zip("ab", texts, strict=True)]
    evidence = [evidence_at(f"e{n}", one, 0, len(one.text)) for n, one in enumerate(documents)]
    facts = [
        Fact(id=f"f{n}", statement=one.text, evidence=(f"e{n}",), sources=(one.url,)) for n, one in enumerate(documents)
    ]
    weighed_facts, found = analyze(facts, {e.id: e for e in evidence}, {d.id: d for d in documents})
    assert len(found) == 1
    assert [fact.contradictions for fact in weighed_facts] == [(texts[1],), (texts[0],)]
    (alone,), _ = analyze(facts[:1], {"e0": evidence[0]}, {"a": documents[0]})
    assert weighed_facts[0].confidence < alone.confidence


@pytest.mark.fault(10)
def test_a_fact_that_rests_on_retracted_works_alone_is_worth_nothing():
    said = "The lifetime cost of a street tree is 1,100 €."
    pages = [stored(name, f"{name} heard: {said}", quality=0.9, retracted=True) for name in "ab"]
    fact = weighed(said, *pages, statement=said)
    assert (fact.origins, fact.origin_ids, fact.confidence, fact.verified) == (0, (), 0.0, False)
    assert fact.only_retracted


def test_a_retracted_work_verifies_nothing_beside_a_sound_one():
    said = "The lifetime cost of a street tree is 1,100 €."
    sound, retracted = (
        stored(name, f"{name} heard: {said}", quality=0.9, retracted=name == "b") for name in ("a", "b")
    )
    fact = weighed(said, sound, retracted)
    assert (fact.origins, fact.verified, fact.only_retracted) == (1, False, False)
    assert fact.confidence == weighed(said, sound).confidence


def test_a_retracted_work_contradicts_nobody():
    texts = [f"The lifetime cost of a street tree is {value} € in total." for value in ("1,100", "2,400")]
    documents = [stored("a", texts[0]), stored("b", texts[1], retracted=True)]
    evidence = {f"e{n}": evidence_at(f"e{n}", one, 0, len(one.text)) for n, one in enumerate(documents)}
    facts = [Fact(id=f"f{n}", statement=text, evidence=(f"e{n}",), sources=()) for n, text in enumerate(texts)]
    assert analyze(facts, evidence, {one.id: one for one in documents})[1] == []


def test_two_pages_of_one_publisher_do_not_verify():
    said = "The lifetime cost of a street tree is 1,100 €."
    pages = [
        stored(n, " ".join(f"{n}{at}" for at in range(40)) + f". {said}", url=f"https://city.example/{n}", quality=0.9)
        for n in "ab"
    ]
    fact = weighed(said, *pages)
    assert (fact.origins, fact.verified) == (1, False)
    assert fact.terms.grouped == ("same publisher (city.example)",)


def test_what_a_model_saw_lowers_the_same_terms():
    first, second = (weighed("Trees cool.", stored(name, "Trees cool.", quality=0.8)) for name in "ab")
    second = msgspec.structs.replace(second, id="f2")
    sides = tuple(ContradictionSide(statement=f.id, fact_id=f.id, document_id="d") for f in (first, second))
    seen = Contradiction(about="x", kind="disagreement", explanation="", sides=sides)
    lowered = doubted([first, second], [seen])
    assert [fact.contradictions for fact in lowered] == [("f2",), ("f1",)]
    assert [fact.confidence for fact in lowered] == [round(f.confidence * 0.6, 3) for f in (first, second)]
    assert lowered[0].terms.agreement == 0.6
    assert doubted(lowered, [seen]) == []
