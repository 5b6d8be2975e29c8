from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Document, Fact
from inquiro.engine.contradictions import find_contradictions, joined
from inquiro.engine.extract import evidence_at
from inquiro.retrieval.sentences import sentences
from inquiro.testing import stored

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
ABOUT = "The research centre studies urban climate, street trees and heat. "
SAID = [
    "The lifetime cost of a street tree is 1,100 € in total.",
    "The lifetime cost of a street tree is 2,400 € in total.",
    "The city of Korvenau planted 1,200 trees in its streets.",
    "The city of Korvenau planted 3,000 trees in its streets.",
    "The Varnholt Institute was founded in 1996.",
    "The Varnholt Institute was founded in 1998.",
    "The Varnholt Institute opened in 2001.",
    "Construction on the Harbour Bridge of Aldra started in 1923.",
    "Construction on the Harbour Bridge of Aldra began in 1924.",
    "Street trees reduce traffic noise.",
    "Street trees do not reduce traffic noise.",
    "Street trees increase traffic noise at night.",
]


def facts_of(documents: list[Document]) -> Iterator[tuple[Fact, Document, tuple[int, int]]]:
    for document in documents:
        for start, end in sentences(document.text, 0, len(document.text)):
            statement = " ".join(document.text[start:end].split())
            yield Fact(id="f0", statement=statement, evidence=(), sources=()), document, (start, end)


def everything(documents: list[Document]) -> list[list[str]]:
    """What is reported over every sentence of some documents."""
    facts, evidence = [], {}
    for number, (fact, document, span) in enumerate(facts_of(documents), 1):
        evidence[f"e{number}"] = evidence_at(f"e{number}", document, *span)
        facts.append(Fact(id=f"f{number}", statement=fact.statement, evidence=(f"e{number}",), sources=()))
    found = find_contradictions(facts, evidence, {document.id: document for document in documents})
    return [[side.statement for side in one.sides] for one in found]


@given(st.lists(st.sampled_from(SAID), max_size=8, unique=True), st.randoms(use_true_random=False))
def test_neither_the_order_of_facts_nor_that_of_documents_changes_anything(said, rng):
    sources = [stored(f"d{n}", ABOUT + text, published=f"{2010 + n}") for n, text in enumerate(said)]
    at = len(ABOUT)
    evidence = {f"e{n}": evidence_at(f"e{n}", one, at, len(one.text)) for n, one in enumerate(sources, 1)}
    facts = [Fact(id=f"f{n}", statement=text, evidence=(f"e{n}",), sources=()) for n, text in enumerate(said, 1)]
    shuffled, again = facts[:], sources[:]
    rng.shuffle(shuffled)
    rng.shuffle(again)
    found = find_contradictions(facts, evidence, {one.id: one for one in sources})
    assert found == find_contradictions(shuffled, evidence, {one.id: one for one in again})
    assert all(len({side.document_id for side in one.sides}) > 1 for one in found)
    assert len(found) == len({frozenset(side.fact_id for side in one.sides) for one in found})


def test_a_note_of_ones_own_is_a_side_and_says_so(compare):
    said = [f"The permitted night-time noise level for heat pumps is {value} dB at the window." for value in (35, 40)]
    note = stored("note", said[0], source_type="vault", private=True, published="2020")
    page = stored("page", said[1], source_type="web", published="2024")
    (found,) = compare((note, said[0]), (page, said[1]))
    assert [(side.value, side.source_type) for side in found.sides] == [("35 dB", "vault"), ("40 dB", "web")]


@pytest.mark.parametrize("place", range(0, len(SAID), 2))
def test_a_retracted_work_contradicts_nobody(compare, place):
    one, other = SAID[place : place + 2]
    gone = stored("a", ABOUT + one, retracted=True)
    assert compare((gone, one), (stored("b", ABOUT + other), other)) == []


def test_headings_and_rows_say_nothing(compare):
    one, other = (f"# The lifetime cost of a street tree is {value} €" for value in (1100, 2400))
    assert compare((stored("a", one), one), (stored("b", other), other)) == []


def test_what_is_known_already_is_not_told_again(compare):
    one, other = SAID[:2]
    found = compare((stored("a", one), one), (stored("b", other), other))
    assert joined(found, found) == found
    assert joined([], found) == found


def test_unrelated_paragraphs_do_not_contradict_each_other():
    path = DATA / "qa_hotpotqa" / "hotpotqa_train_corpus.json"
    if not path.exists():
        pytest.skip("the real paragraphs are not here")
    texts = json.loads(path.read_text())
    documents = [stored(title, "".join(parts)) for title, parts in list(texts.items())[:400]]
    assert everything(documents) == []


def test_unrelated_abstracts_do_not_contradict_each_other():
    path = DATA / "qa_pubmedqa_dev" / "questions.json"
    if not path.exists():
        pytest.skip("the real abstracts are not here")
    asked = json.loads(path.read_text())
    documents = [stored(name, "\n\n".join(one["CONTEXTS"])) for name, one in list(asked.items())[:200]]
    assert everything(documents) == []


def test_real_paragraphs_with_one_figure_changed_contradict_the_originals():
    """Of sentences that name their subject: the year of a founding, in a copy of the paragraph that knows no other."""
    path = DATA / "qa_hotpotqa" / "hotpotqa_train_corpus.json"
    if not path.exists():
        pytest.skip("the real paragraphs are not here")
    text = "".join(json.loads(path.read_text())["Boston Beer Company"])
    assert text.count("1984") == 1
    original, changed = stored("a", text), stored("b", text.replace("1984", "1981"))
    (sides,) = everything([original, changed])
    assert ["1984" in sides[0], "1981" in sides[1]] == [True, True]
