from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Fact, Finding, Passage, Plan
from inquiro.engine.question import analyse, checklist
from inquiro.engine.selection import PER_ITEM_AND_DOCUMENT, select

QUESTION = "What does a street tree cost, and who pays for it?"
TEXTS = {
    "treasury": "# What does a street tree cost?\n\nThe cost of a street tree is 1,100 € in Korvenau. "
    "It was planted late. The municipal budget pays for every street tree.",
    "audit": "What does a street tree cost? The lifetime cost of a street tree is 2,400 €, the audit says.\n\n"
    "- The Meridian programme pays 620 € for each street tree.\n"
    "2. A street tree costs 95 € for each pruning.\n\n"
    "What a street tree costs in Halvik in € is not known.",
    "train": "The night train leaves Brenmoor at 21:40. It stops in Halvik.",
}


def passages(texts: dict[str, str]) -> list[Passage]:
    return [
        Passage(document_id=name, start=7, end=7 + len(text), text=text, score=1.0 - n / 10)
        for n, (name, text) in enumerate(texts.items())
    ]


def chosen(texts: dict[str, str], known: tuple[Fact, ...] = (), question: str = QUESTION) -> list[Finding]:
    asked = analyse(question)
    items = checklist(asked)
    plan = Plan(refined_query=question, checklist=items, language=asked.language)
    return select(plan, items, passages(texts), known)


def test_the_sentences_that_answer_are_chosen():
    statements = [finding.statement for finding in chosen(TEXTS)]
    assert "The cost of a street tree is 1,100 € in Korvenau." in statements
    assert "The lifetime cost of a street tree is 2,400 €, the audit says." in statements
    assert "The Meridian programme pays 620 € for each street tree." in statements
    assert not any("night train" in statement for statement in statements)


def test_a_quote_is_the_exact_span_of_its_passage():
    for finding in chosen(TEXTS):
        start = finding.start - 7
        assert TEXTS[finding.document_id][start : start + len(finding.quote)] == finding.quote


def test_list_markers_are_not_part_of_a_quote():
    quotes = [finding.quote for finding in chosen(TEXTS)]
    assert "A street tree costs 95 € for each pruning." in quotes
    assert not any(quote.startswith(("-", "2.")) for quote in quotes)


def test_questions_and_headings_are_not_chosen():
    assert not any(finding.quote.rstrip().endswith("?") for finding in chosen(TEXTS))
    assert chosen({"only": "# The cost of a street tree\n\nWhat does a street tree cost, and who pays for it?"}) == []


def test_a_wrapped_line_is_one_statement():
    found = chosen({"wrapped": "The cost of a street\ntree is 1,100 €\nin Korvenau."})
    assert [finding.statement for finding in found] == ["The cost of a street tree is 1,100 € in Korvenau."]
    assert found[0].quote == "The cost of a street\ntree is 1,100 €\nin Korvenau."


def test_what_is_known_is_not_found_again():
    known = Fact(id="f1", statement="The cost of a street tree is 1,100 € in Korvenau.", evidence=(), sources=())
    assert known.statement not in [finding.statement for finding in chosen(TEXTS, (known,))]


def test_satisfied_items_are_not_searched_for():
    asked = analyse(QUESTION)
    items = checklist(asked)
    done = [msgspec.structs.replace(item, status="satisfied") for item in items]
    assert select(Plan(refined_query=QUESTION, checklist=items), done, passages(TEXTS), ()) == []


def test_one_document_does_not_crowd_out_the_others():
    many = " ".join(f"The cost of a street tree in {town} is {n}00 €." for n, town in enumerate(
        ["Korvenau", "Halvik", "Lesk", "Aldra", "Brenmoor", "Portavel", "Corvane", "Tessin", "Ellmarsh"], start=1
    ))  # fmt: skip
    found = chosen(
        {"many": many, "one": "The cost of a street tree is 95 € in Varnholt."},
        question="What does a street tree cost?",
    )
    assert sum(finding.document_id == "many" and "c1" in finding.scores for finding in found) <= PER_ITEM_AND_DOCUMENT
    assert any(finding.document_id == "one" for finding in found)


def test_the_same_words_twice_in_a_document_are_taken_once_and_in_another_document_again():
    said = "The cost of a street tree is 1,100 € in Korvenau."
    found = chosen({"a": f"{said} Later on: {said}", "b": said})
    assert sorted(finding.document_id for finding in found if "1,100" in finding.quote) == ["a", "b"]


def test_names_travel_with_the_finding():
    finding = next(one for one in chosen(TEXTS) if "Meridian" in one.statement)
    assert any("Meridian" in name for name in finding.entities)


def test_the_same_input_gives_the_same_output():
    assert chosen(TEXTS) == chosen(TEXTS)


@given(st.randoms(use_true_random=False))
def test_the_order_of_passages_does_not_matter(rng: random.Random):
    asked = analyse(QUESTION)
    items = checklist(asked)
    plan = Plan(refined_query=QUESTION, checklist=items, language="en")
    shuffled = passages(TEXTS)
    rng.shuffle(shuffled)
    found = select(plan, items, shuffled, ())
    assert sorted(found, key=lambda f: (f.document_id, f.start)) == sorted(
        select(plan, items, passages(TEXTS), ()), key=lambda f: (f.document_id, f.start)
    )


@pytest.mark.parametrize("texts", [{}, {"empty": ""}, {"odd": "\n\n?!… — 1."}])
def test_nothing_to_read_gives_nothing(texts):
    assert chosen(texts) == []


@given(st.text(max_size=300))
def test_whatever_a_passage_holds_its_quotes_stand_in_it(text):
    for finding in chosen({"any": "The cost of a street tree is 5 €. " + text}):
        start = finding.start - 7
        assert ("The cost of a street tree is 5 €. " + text)[start : start + len(finding.quote)] == finding.quote
