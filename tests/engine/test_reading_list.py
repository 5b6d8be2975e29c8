from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Passage, Query
from inquiro.engine.packing import AROUND, tokens
from inquiro.engine.reading_list import (
    HEAD,
    LONGEST_JOINED,
    Chosen,
    answers_to,
    chosen_within,
    reading_order,
    served_first,
)
from inquiro.retrieval.ranking import PassageRanker
from inquiro.testing import stored

FILLER = "The committee met in the old hall and the minutes were printed on grey paper in spring. "


def passage(name: str, start: int, text: str = FILLER, score: float = 1.0) -> Passage:
    return Passage(document_id=name, start=start, end=start + len(text), text=text, score=score)


def order(question: str, *documents, queries: tuple[str, ...] = ()) -> list[Passage]:
    return reading_order(PassageRanker(), question, [Query(text=one) for one in queries], documents)


def test_a_document_that_the_question_names_is_read_first():
    asked = "How do PEP 690 and PEP 810 differ on imports?"
    other = stored(
        "o", f"Imports differ. Imports differ in how imports differ. {FILLER * 8}", url="file:///c/pep-0999.txt"
    )
    named = stored(
        "n", f"Lazy loading. {FILLER * 8}\n\nIt has a flag for imports.", url="file:///c/pep-0690.txt", title="Lazy"
    )
    best = order(asked, other, named)[0]
    assert (best.document_id, best.standing) == ("n", 1.0)


def test_a_title_in_the_question_names_its_document():
    asked = "What does the sync pricing page say of storage?"
    page = stored("p", f"Plans. {FILLER * 3} Storage is ten gigabytes.", title="Sync Pricing")
    loud = stored("l", "Storage, storage, storage and what pages say of storage.", title="Other things")
    assert order(asked, loud, page)[0].document_id == "p"


def test_the_beginning_of_a_good_document_is_worth_more_than_its_middle():
    parts = [f"Part {n}. " + FILLER.replace("committee", f"committee{n}") * 9 for n in range(12)]
    text = "\n\n".join([*parts, "The pump is loud at night. " * 20])
    found = order("How loud is the pump at night?", stored("d", text), stored("e", FILLER * 40))
    starts = [one.start for one in found if one.document_id == "d"]
    heads = [at for at in starts if at < HEAD]
    assert heads
    assert starts.index(heads[-1]) < len(starts) - 1


def test_what_is_worth_little_is_not_read():
    found = order("How loud is the pump?", stored("a", "The pump is loud."), stored("b", "Bread is made of flour."))
    assert [one.document_id for one in found] == ["a"]


def test_what_was_read_before_or_says_the_same_is_left_out():
    passages = [passage("a", 0), passage("b", 0), passage("a", 90, "Another text stands here. ")]
    reading = chosen_within(passages, 10_000)
    assert [(one.document, one.start) for one in reading.chosen] == [("a", 0), ("a", 90)]
    again = chosen_within(passages, 10_000, reading.chosen)
    assert [(one.document, one.start) for one in again.chosen] == [("b", 0)]


def test_neighbours_are_shown_as_one_and_a_document_from_its_beginning():
    first, second, third = ("One. " * 30, "Two. " * 30, "Three. " * 30)
    text = f"{first}\n\n{second}\n\nNot chosen.\n\n{third}"
    spans = [(text.index(part), part) for part in (third, first, second)]
    reading = chosen_within([passage("d", start, part) for start, part in spans], 10_000)
    shown = reading.passages({"d": stored("d", text)})
    assert [(one.start, one.text == text[one.start : one.end]) for one in shown] == [
        (0, True),
        (text.index(third), True),
    ]
    assert second.strip() in shown[0].text
    assert all(len(one.text) <= LONGEST_JOINED for one in shown)


def test_a_document_that_is_gone_is_left_out():
    reading = chosen_within([passage("a", 0), passage("b", 0, "Other words.")], 10_000)
    assert [one.document_id for one in reading.passages({"b": stored("b", "Other words.")})] == ["b"]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.integers(0, 50), st.integers(1, 400)),
        max_size=40,
        unique_by=lambda one: one[:2],
    ),
    st.integers(0, 4_000),
    st.integers(0, 500),
)
def test_no_more_is_read_than_is_allowed(given_, allowed, overhead):
    passages = [passage(name, at * 1_000, f"{name}{at} " * size) for name, at, size in given_]
    reading = chosen_within(passages, allowed, overhead=overhead)
    cost = {(one.document_id, one.start): tokens(one.text) + AROUND for one in passages}
    assert sum(cost[one.document, one.start] for one in reading.chosen) <= max(allowed - overhead, 0)
    assert reading.used <= allowed
    assert len(set(reading.chosen)) == len(reading.chosen)
    assert isinstance(reading.chosen, tuple)
    assert all(isinstance(one, Chosen) for one in reading.chosen)


def test_a_later_query_gets_its_best_unread_passages_before_what_is_left_of_the_question():
    pump = stored("p", "\n\n".join(f"The pump {n} is loud at night. {FILLER * 8}" for n in range(8)))
    other = stored("o", f"A snapshot is taken by cron every hour. {FILLER * 8}\n\nBread is made of flour. {FILLER * 8}")
    question, query = "How loud is the pump at night?", Query(text="snapshot cron hour")
    ranker = PassageRanker()
    found = reading_order(ranker, question, [query], [pump, other], for_model=True)
    assert found[0].document_id == "p"
    answers = answers_to(ranker, [query], [pump, other])
    first = served_first(found, answers)[0]
    assert first.document_id == "o"
    assert "snapshot" in first.text
    read = [Chosen(document="o", start=first.start, end=first.end, score=1.0, standing=1.0)]
    again = served_first(found, answers, read)
    assert again[0] != first
    places = [(one.document_id, one.start) for one in again]
    assert len(places) == len(set(places))
    assert {(one.document_id, one.start) for one in found} <= set(places)


def test_queries_are_served_in_turn_and_each_but_a_few_passages():
    one, other = ([passage(name, 100 * n) for n in range(9)] for name in "ab")
    order_ = [(p.document_id, p.start) for p in served_first([passage("c", 0)], [one, other])]
    assert order_ == [("a", 0), ("b", 0), ("a", 100), ("b", 100), ("a", 200), ("b", 200), ("c", 0)]
