from __future__ import annotations

from pathlib import Path

import pytest

from inquiro.core.types import Document, Fact
from inquiro.engine.analyze import Origins, analyze
from inquiro.engine.extract import evidence_at
from inquiro.engine.quotes import locate
from inquiro.readers import read
from inquiro.testing import stored

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
RELEASE, COURIER = "nordlicht-press-release-brenmoor-portavel.txt", "night-train-118000-passengers-courier.html"
SURVEY = "night-train-passenger-survey-2023.md"
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


def test_a_syndicated_copy_is_the_same_origin():
    release, courier, survey = (example(name) for name in (RELEASE, COURIER, SURVEY))
    origins = Origins([release, courier, survey])
    assert origins.copies(RELEASE, COURIER)
    assert not origins.copies(RELEASE, SURVEY)
    assert origins.groups([RELEASE, SURVEY, COURIER, RELEASE]) == [[RELEASE, COURIER], [SURVEY]]


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


def test_documents_too_short_to_compare_are_not_copies():
    assert not Origins([stored("a", "Yes."), stored("b", "Yes.")]).copies("a", "b")
    assert not Origins([]).copies("x", "y")
