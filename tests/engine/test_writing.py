from __future__ import annotations

import pytest

from inquiro.core.phrases import phrases
from inquiro.core.types import ConfidenceTerms, Draft, Fact, Plan
from inquiro.engine.question import analyse, checklist
from inquiro.engine.relevance import STRONG
from inquiro.engine.writing import compose, ranked

QUESTION = "What does a street tree cost, and who pays for it?"
ITEMS = checklist(analyse(QUESTION))
PLAN = Plan(refined_query=QUESTION, checklist=ITEMS)


def fact(number: int, statement: str, item: str = "c1", score: float = 0.9, **more) -> Fact:
    values = {"evidence": (f"e{number}",), "sources": (f"s{number}",), "scores": {item: score}} | more
    return Fact(id=f"f{number}", statement=statement, **values)


FACTS = [
    fact(1, "The cost of a street tree is 1,100 € in Korvenau.", published="2019-05-06"),
    fact(2, "The Meridian programme pays 620 € for each new tree.", "c2"),
    fact(3, "Pruning a street tree costs 95 € every five years.", said_by="Korvenau Audit Office", score=0.8),
    fact(4, "In Halvik a planting pit adds 650 € to the bill.", said_by="Halvik Treasury", score=0.7, published="2021"),
    fact(5, "What a felled tree costs in € is not known.", score=1.2),
]


def texts(draft: Draft) -> list[str]:
    return [claim.text for claim in (*draft.opening, *(c for section in draft.sections for c in section.claims))]


def test_the_opening_answers_each_asked_part():
    draft = compose(PLAN, ITEMS, FACTS)
    assert [claim.facts for claim in draft.opening] == [("f1",), ("f2",)]
    assert draft.opening[0].text == FACTS[0].statement


def test_what_else_was_found_stands_under_the_item_it_serves():
    draft = compose(PLAN, ITEMS, FACTS)
    section = next(section for section in draft.sections if section.item == "c1")
    assert section.heading == ITEMS[0].description
    assert {fact for claim in section.claims for fact in claim.facts} == {"f5"}


def test_what_comes_near_the_best_follows_and_what_only_fills_the_page_does_not():
    draft = compose(PLAN, ITEMS, FACTS[:4])
    section = next(section for section in draft.sections if section.item == "c1")
    assert [claim.facts for claim in section.claims] == [("f3",)]
    assert not any("f4" in claim.facts for part in draft.sections for claim in part.claims)


def test_a_sentence_that_says_nobody_knows_never_opens_and_comes_last():
    draft = compose(PLAN, ITEMS, FACTS)
    assert not any("not known" in claim.text for claim in draft.opening)
    loud = fact(6, "What a felled tree costs is not known.", score=0.95)
    told = compose(PLAN, ITEMS, [FACTS[0], FACTS[2], loud])
    assert [claim.facts for claim in told.sections[0].claims] == [("f3",), ("f6",)]


def test_nothing_is_said_twice():
    again = [*FACTS, fact(6, "In Korvenau the cost of a street tree is 1,100 €.", score=0.85)]
    said = texts(compose(PLAN, ITEMS, again))
    assert len(set(said)) == len(said)
    assert sum("1,100" in text for text in said) == 1


def test_every_sentence_names_its_fact_and_repeats_its_words():
    by_id = {one.id: one for one in FACTS}
    draft = compose(PLAN, ITEMS, FACTS)
    for claim in (*draft.opening, *(c for section in draft.sections for c in section.claims)):
        (fact_id,) = claim.facts
        assert claim.text.lower().endswith(by_id[fact_id].statement.lower())


def test_a_speaker_is_named_where_the_wording_allows_it():
    plain = fact(7, "The bill for a planting pit is 650 €.", said_by="Lesk Treasury", published="2021", score=0.8)
    said = texts(compose(PLAN, ITEMS, [FACTS[0], plain]))
    assert "According to Lesk Treasury (2021), the bill for a planting pit is 650 €." in said


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_without_facts_the_answer_says_so_in_the_question_s_language(language):
    plan = Plan(refined_query="?", checklist=ITEMS, language=language)
    draft = compose(plan, ITEMS, [])
    assert [(claim.text, claim.facts) for claim in draft.opening] == [(phrases(language).nothing, ())]
    assert draft.sections == ()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_without_an_answer_the_nearest_places_are_named_and_not_quoted(language):
    plan = Plan(refined_query="?", checklist=ITEMS, language=language)
    draft = compose(plan, ITEMS, [FACTS[4]])
    assert [(claim.text, claim.facts) for claim in draft.opening] == [(phrases(language).unanswered, ())]
    assert (draft.sections, draft.nearest) == ((), ("f5",))


def test_of_two_that_contradict_each_other_the_newer_opens():
    old = fact(1, "The limit for heat pumps is 40 €.", published="2018", contradictions=("x",))
    new = fact(2, "The limit for heat pumps is 35 €.", published="2024", contradictions=("y",))
    assert ranked(ITEMS[0], [old, new])[0] == new


def test_more_origins_win_between_equals():
    lone = fact(1, "One tree costs 5 €.")
    shared = fact(2, "Each tree costs 5 €.", origins=3)
    assert ranked(ITEMS[0], [lone, shared])[0] == shared


def test_phrases_of_an_unknown_language_are_english_and_all_have_their_places():
    assert phrases("xx") == phrases("en")
    for language in ("en", "de", "es", "fr", "ja"):
        wording = phrases(language)
        assert "{about}" in wording.differ
        assert "{values}" in wording.differ
        assert "{n}" in wording.tried
        assert set(wording.kinds) == set(phrases("en").kinds)
        assert not wording.according or {"{who}", "{quote}"} <= set(wording.according.replace(",", "").split())


def test_what_only_retracted_works_say_comes_last():
    terms = ConfidenceTerms(origins=0, retracted=1)
    retracted = fact(1, "The cost of a street tree is 9 € in Aldra.", score=1.0, origins=0, terms=terms)
    sound = fact(2, "Costs vary.", score=0.6)
    assert [one.id for one in ranked(ITEMS[0], [retracted, sound])] == ["f2", "f1"]


def test_of_a_comparison_each_side_opens():
    question = "What is the difference between a track and a route?"
    items = checklist(analyse(question))
    plan = Plan(refined_query=question, checklist=items)
    told = [
        fact(1, "For example, a track with a route can be merged.", score=1.0),
        fact(2, "Route: a list of points in a set order.", score=0.8),
        fact(3, "Track: what the device recorded while travelling.", score=0.8),
    ]
    assert [claim.facts for claim in compose(plan, items, told).opening] == [("f3",), ("f2",)]


def test_a_refusal_shows_what_comes_near_only_where_it_speaks_of_what_is_named():
    question = "How many people live on Aruba?"
    items = checklist(analyse(question))
    plan = Plan(refined_query=question, checklist=items)
    near = fact(1, "Aruba is an island.", score=0.45)
    far = fact(2, "Many people live in towns.", score=0.48)
    shown = compose(plan, items, [near, far])
    assert (shown.opening[0].text, shown.nearest) == (phrases("en").unanswered, ("f1",))
    bare = compose(plan, items, [far])
    assert (bare.opening[0].text, bare.nearest) == (phrases("en").nothing, ())


def test_a_refusal_names_a_document_once_and_three_at_most():
    items = ITEMS[:1]
    near = [fact(n, f"Tree {n} is green.", score=0.6 - n / 50, sources=(f"d{min(n, 4)}",)) for n in range(1, 7)]
    twice = fact(9, "A tree is tall.", score=0.58, sources=("d1",))
    assert compose(PLAN, items, [twice, *near]).nearest == ("f1", "f2", "f3")


def test_a_part_that_the_opening_answers_is_said_to_be_answered_there():
    draft = compose(PLAN, ITEMS, FACTS)
    assert draft.opening[0].item == ITEMS[0].id


def test_a_document_that_a_quoted_statement_names_is_quoted_too():
    led = fact(9, "Ed Tollen was born in Trondheim.", score=0.3, about="Ed Tollen")
    other = fact(10, "Mara Kessling paints.", score=0.3, about="Mara Kessling")
    opening = fact(1, "The street tree cost 5 € and Ed Tollen paid it.")
    draft = compose(PLAN, ITEMS, [opening, led, other])
    assert [claim.facts for claim in draft.sections[-1].claims] == [("f9",)]


def test_a_statement_that_shares_a_sentence_with_another_is_not_told_again():
    shared = "The street tree cost was settled by the council in the spring of 2019."
    one = fact(1, f"A tree costs 5 €. {shared}")
    other = fact(2, f"{shared} Nobody asked the gardeners for their own figures at that time, though.", score=0.85)
    draft = compose(PLAN, ITEMS[:1], [one, other])
    assert texts(draft) == [one.statement]


def test_what_does_not_answer_a_point_is_not_printed_under_it():
    weak = fact(2, "The Meridian programme plants trees in spring.", "c2", score=STRONG - 0.1)
    draft = compose(PLAN, ITEMS, [FACTS[0], weak])
    assert texts(draft) == [FACTS[0].statement]


def test_an_amount_that_is_asked_for_may_open_a_little_below_the_floor():
    items = checklist(analyse("What does a street tree cost in Varnholt?"))
    plan = Plan(refined_query=items[0].description, checklist=items)
    said = fact(1, "A street tree in Varnholt costs 900 € a year.", items[0].id, score=0.62)
    other = fact(2, "A street tree in Varnholt is 900 years old.", items[0].id, score=0.62)
    assert texts(compose(plan, items, [said])) == [said.statement]
    assert compose(plan, items, [other]).opening[0].text == phrases("en").unanswered
