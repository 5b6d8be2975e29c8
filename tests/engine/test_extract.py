from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, CodeSpan, Document, Fact, Finding
from inquiro.engine.extract import evidence_at, heading_at, prove, speaker
from inquiro.testing import stored

TEXT = "Intro line here.\n\nCosts\n\nA street tree costs 1,100 € in Korvenau.\n\nPayers\n\nThe city pays for all of it."


def document(name: str, text: str = TEXT, **more) -> Document:
    return stored(name, text, **{"url": f"https://{name}.example/"} | more)


def finding(quote: str, document_id: str = "a", statement: str | None = None, **more) -> Finding:
    return Finding(
        document_id=document_id, statement=statement or quote, quote=quote, **({"scores": {"c1": 0.8}} | more)
    )


def proven(findings, *documents, known=(), evidence=0, number=1):
    return prove(findings, {d.id: d for d in documents or (document("a"),)}, known, evidence, number)


def test_a_finding_becomes_a_fact_with_its_exact_proof():
    source = document("a", author="Treasury", published="2019-05-06", private=True)
    result = proven([finding("A street tree costs 1,100 € in Korvenau.", entities=("Korvenau",))], source, number=3)
    (fact,), (proof,) = result.facts, result.evidence
    assert (fact.id, fact.evidence, fact.sources) == ("f1", ("e1",), (source.url,))
    assert (fact.said_by, fact.published, fact.round, fact.entities) == ("Treasury", "2019-05-06", 3, ("Korvenau",))
    assert [(q.value, q.unit) for q in fact.quantities] == [(1100, "€")]
    assert proof.quote == TEXT[proof.start : proof.end] == "A street tree costs 1,100 € in Korvenau."
    assert fact.private
    assert proof.private
    assert (result.new, result.repeated, result.dropped) == (1, 0, 0)


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    "invented",
    [
        finding("A street tree costs 1,200 € in Korvenau."),
        finding("The city pays for none of it."),
        finding(""),
        finding("A street tree costs 1,100 € in Korvenau.", "a-document-nobody-read"),
        finding("A street tree costs 1,100 € in Korvenau.", "https://a.example/"),
    ],
)
def test_what_no_document_says_is_dropped_and_counted(invented):
    result = proven([invented, finding("The city pays for all of it.")])
    assert [fact.statement for fact in result.facts] == ["The city pays for all of it."]
    assert (result.dropped, len(result.evidence)) == (1, 1)


@pytest.mark.fault(10)
@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from(["a", "b", ""])), max_size=6))
def test_every_proof_stands_in_its_document_whatever_is_claimed(claimed):
    findings = [finding(quote, name, statement="s") for quote, name in claimed]
    result = proven(findings)
    assert all(TEXT[proof.start : proof.end] == proof.quote for proof in result.evidence)
    assert result.dropped + len(result.evidence) == len(findings)


def test_a_line_of_code_states_nothing_unless_a_reader_says_what():
    text = "A test is started so:\n\nsmartctl -t long /dev/hda\n\nIt takes an hour or more, and the log tells the rest."
    at = text.index("smartctl")
    source = document("a", text, code=(CodeSpan(start=at, end=at + 25),))
    said = finding("smartctl -t long /dev/hda", statement="A long test is started with smartctl -t long /dev/hda.")
    assert proven([said], source).facts == ()
    (fact,) = proven([msgspec.structs.replace(said, retold=True)], source).facts
    assert fact.statement == said.statement


def test_a_quote_is_kept_as_the_document_writes_it():
    source = document("a", "Some “trees” cool the neigh\u00adbourhood.")
    (proof,) = proven([finding('Some "trees" cool the neighbourhood.')], source).evidence
    assert proof.quote == source.text


def test_the_same_statement_in_two_documents_is_one_fact_with_two_proofs():
    said = "A street tree costs 1,100 € in Korvenau."
    other = document("b", f"They wrote: {said}", private=True)
    result = proven([finding(said), finding(said, "b", scores={"c1": 0.9, "c2": 0.6})], document("a"), other)
    (fact,) = result.facts
    assert fact.evidence == ("e1", "e2")
    assert fact.sources == ("https://a.example/", "https://b.example/")
    assert fact.scores == {"c1": 0.9, "c2": 0.6}
    assert fact.private
    assert (result.new, result.repeated) == (1, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A street tree costs 1,100 € in Korvenau.", "A street tree costs 2,400 € in Korvenau."),
        ("Street trees cool the street at night.", "Street trees do not cool the street at night."),
        ("Straßenbäume kühlen die Straße nachts.", "Straßenbäume kühlen die Straße nachts nicht."),
        ("The city pays for pruning.", "The Meridian programme pays for watering."),
    ],
)
def test_another_number_a_denial_or_another_matter_is_another_fact(one, other):
    result = proven([finding(one), finding(other, "b")], document("a", one), document("b", other))
    assert [fact.statement for fact in result.facts] == [one, other]


def test_numbering_goes_on_from_what_the_run_has():
    known = [Fact(id=f"f{n}", statement=f"Known thing {n} {n}{n}", evidence=(), sources=()) for n in (1, 2)]
    result = proven([finding("The city pays for all of it.")], known=known, evidence=5)
    assert [fact.id for fact in result.facts] == ["f3"]
    assert [proof.id for proof in result.evidence] == ["e6"]


def test_a_known_fact_is_strengthened_and_keeps_its_number():
    known = Fact(id="f1", statement="The city pays for all of it.", evidence=("e1",), sources=("x",), round=1)
    result = proven([finding("The city pays for all of it.")], known=[known], evidence=1, number=2)
    (fact,) = result.facts
    assert (fact.id, fact.evidence, fact.round) == ("f1", ("e1", "e2"), 1)
    assert (result.new, result.repeated) == (0, 1)


def test_evidence_carries_page_and_heading():
    at = TEXT.index("A street")
    source = document(
        "a",
        headings=(
            Anchor(offset=TEXT.index("Costs"), label="Costs"),
            Anchor(offset=TEXT.index("Payers"), label="Payers"),
        ),
        page_starts=(0, TEXT.index("Payers")),
    )
    cost, payer = (evidence_at("e1", source, start, start + 5) for start in (at, TEXT.index("The city")))
    assert (cost.page, cost.heading) == (1, "Costs")
    assert (payer.page, payer.heading) == (2, "Payers")
    assert heading_at(source, 0) is None
    assert evidence_at("e1", document("b"), 0, 5).page is None


@pytest.mark.parametrize(
    ("author", "named"),
    [("", ""), ("Ilse Brandt", "Ilse Brandt"), ("Ilse Brandt; Tomas Ruel", "Ilse Brandt et al."), ("WHO; ", "WHO")],
)
def test_of_several_authors_the_first_is_named(author, named):
    assert speaker(author) == named


def test_a_fact_tells_its_dates_and_what_it_denies():
    said = "Since 1 January 2024 the city does not pay, as it did in 2019."
    (fact,) = proven([finding(said)], document("a", said)).facts
    assert [(date.text, date.iso) for date in fact.dates] == [("1 January 2024", "2024-01-01"), ("2019", "2019")]
    assert fact.denies == "Since 1 January 2024 the city does not pay"
