from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Entity, Fact, Plan, Query
from inquiro.engine.querying import MOST_QUERIES, MOST_WORDS, first_queries, next_queries, rewritten, with_hints
from inquiro.engine.question import analyse, checklist
from inquiro.retrieval.words import content_tokens

QUESTION = "Do city trees cool streets, what do they cost, and who pays for them?"
ITEMS = checklist(analyse(QUESTION))
PLAN = Plan(refined_query=QUESTION, checklist=ITEMS, key_terms=("city", "trees", "cool", "streets", "cost", "pays"))
FACTS = (
    Fact(
        id="f1",
        statement="The Meridian programme pays 620 € for every street tree in Korvenau.",
        evidence=("e1",),
        sources=("a",),
        entities=("Meridian programme", "Korvenau"),
        scores={"c3": 0.9},
    ),
    Fact(
        id="f2",
        statement="Canopy shade lowers the surface temperature of asphalt.",
        evidence=("e2",),
        sources=("b",),
        scores={"c1": 0.8},
    ),
)
ENTITIES = (Entity(name="Meridian programme"), Entity(name="Korvenau", mention_count=9))


def meant(query: Query | str) -> frozenset[str]:
    return frozenset(content_tokens(query if isinstance(query, str) else query.text))


def later(facts=FACTS, tried=(), items=ITEMS) -> tuple[Query, ...]:
    return next_queries(PLAN, with_hints(PLAN, items, facts, ENTITIES), facts, tried)


def test_the_first_queries_ask_for_every_item_about_the_subject():
    queries = first_queries(ITEMS)
    assert 2 <= len(queries) <= MOST_QUERIES
    assert all("trees" in query.text for query in queries)
    assert len({meant(query) for query in queries}) == len(queries)


def test_a_second_hop_names_what_the_findings_led_to():
    assert any("Meridian" in query.text and "c3" in query.items for query in later())


def test_a_name_in_the_question_is_no_hop():
    plan = msgspec.structs.replace(PLAN, entities=("Meridian programme",))
    hinted = with_hints(plan, ITEMS, FACTS, ENTITIES)
    assert "Meridian programme" not in hinted[2].hints
    assert "Korvenau" in hinted[2].hints


def test_findings_teach_words_for_the_next_query():
    known = meant(" ".join(query.text for query in first_queries(ITEMS)))
    own = [query for query in later() if "c1" in query.items]
    assert any(meant(query) - known & meant(FACTS[1].statement) for query in own)


@pytest.mark.fault(11)
def test_no_round_repeats_what_was_tried_until_nothing_is_left():
    tried: list[str] = [query.text for query in first_queries(ITEMS)]
    for _ in range(20):
        queries = later(tried=tried)
        assert not {meant(query) for query in queries} & {meant(text) for text in tried}
        assert len({meant(query) for query in queries}) == len(queries) <= MOST_QUERIES
        if not queries:
            return
        tried += [query.text for query in queries]
    pytest.fail("it would have asked for ever")


@pytest.mark.fault(11)
def test_other_words_in_another_order_are_the_same_query():
    (first, *_) = later()
    again = " ".join(reversed(first.text.split())).upper().title()
    assert meant(first) not in {meant(query) for query in later(tried=[again])}


def test_satisfied_items_are_not_asked_for():
    done = tuple(msgspec.structs.replace(item, status="satisfied") for item in ITEMS)
    assert later(items=done) == ()
    one_open = (*done[:2], ITEMS[2], *done[3:])
    assert {item for query in later(items=one_open) for item in query.items} == {"c3"}


def test_what_comes_from_a_private_fact_is_private():
    private = (msgspec.structs.replace(FACTS[0], private=True), FACTS[1])
    queries = later(private)
    assert [query.private for query in queries if "c3" in query.items] == [True] * len(
        [query for query in queries if "c3" in query.items]
    )
    assert any("Meridian" in query.text for query in queries if query.private)
    assert not any(query.private for query in queries if query.items == ("c1",))
    assert not any(query.private for query in later())


def test_a_private_item_asks_privately_from_the_start():
    items = tuple(msgspec.structs.replace(item, private=True) for item in ITEMS)
    assert all(query.private for query in first_queries(items))


@given(st.lists(st.text(max_size=80), max_size=4), st.lists(st.text(max_size=40), max_size=3))
def test_queries_are_few_short_and_never_empty(statements, tried):
    facts = [
        Fact(id=f"f{n}", statement=text, evidence=(), sources=("a",), scores={"c1": 0.8}, entities=(text,))
        for n, text in enumerate(statements)
    ]
    queries = later(facts, tried)
    assert len(queries) <= MOST_QUERIES
    assert all(query.text.strip() for query in queries)
    assert not {meant(query) for query in queries} & {meant(text) for text in tried}


def test_a_query_has_a_bounded_number_of_words():
    long = msgspec.structs.replace(ITEMS[0], terms=tuple(f"word{n}" for n in range(40)))
    assert all(len(query.text.split()) <= MOST_WORDS for query in first_queries((long,)))


@pytest.mark.parametrize(
    "question",
    [
        "How long are old versions kept?",
        "Why do leaves turn red?",
        "What does it cost to plant a tree, and how many are there?",
    ],
)
def test_a_first_query_holds_words_of_the_question_and_nothing_else(question):
    known = analyse(question)
    for query in first_queries(checklist(known), known.names):
        assert {word.lower() for word in query.text.split()} <= {w.lower() for part in known.parts for w in part.words}


def test_what_the_question_names_is_searched_for_too():
    known = analyse("Which band was formed first, Exies or Circus Diablo?")
    texts = [query.text for query in first_queries(checklist(known), known.names)]
    assert texts[1:] == ["Exies", "Circus Diablo"]


@pytest.mark.parametrize(
    ("question", "name", "said", "words"),
    [
        (
            "Where was the director of The Quiet Harbour born?",
            "Mara Kessling",
            "The Quiet Harbour is a film directed by Mara Kessling.",
            "Mara Kessling born",
        ),
        (
            "How many people live in the town where Mara Kessling was born?",
            "Varnholt",
            "Mara Kessling was born in Varnholt.",
            "people live town Varnholt",
        ),
        (
            "Wann wurde die Schule gegründet, die Mara Kessling besuchte?",
            "Seeschule",
            "Mara Kessling besuchte die Seeschule.",
            "Schule gegründet Seeschule",
        ),
    ],
)
def test_a_second_hop_is_the_question_with_the_name_in_place_of_what_led_to_it(question, name, said, words):
    known = analyse(question)
    (item, *_) = checklist(known)
    assert " ".join(rewritten(item, name, said, known.language)) == words
