from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ChecklistItem
from inquiro.engine.answer_form import answer_form
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import (
    ENOUGH,
    NEAREST,
    Above,
    Weights,
    answers,
    fitness,
    learned_terms,
    need,
    score,
    stands_alone,
)
from inquiro.engine.statements import Stated

COST = ChecklistItem(id="c1", description="What does it cost?", terms=("cost", "street", "tree"), facet="cost")
READ = (
    "The lifetime cost of a street tree is 1,100 € in Korvenau.",
    "Pruning takes place every five years.",
    "The night train leaves at 21:40.",
    "A planting pit holds 12 m³ of soil.",
)


def scored(sentence: str, item: ChecklistItem = COST, context: str = "", path: str = "") -> float:
    weights = Weights(meaning(text) for text in READ)
    one = Stated(0, sentence, sentence, meaning(sentence), path=path)
    wanted, form = need(item, "en"), answer_form(item.description, "en")
    above = Above(meaning(context), context)
    return score(one, above, wanted, weights, form) * fitness(one, above, wanted, form)


def test_a_sentence_that_answers_is_worth_more_than_one_nearby_and_that_more_than_none():
    answer = scored("The cost of a street tree is 1,100 €.")
    nearby = scored("The cost of a street tree depends on the site.")
    assert answer > nearby > scored("The night train leaves at 21:40.")
    assert answer >= ENOUGH
    assert scored("The night train leaves at 21:40.") == 0


@pytest.mark.parametrize(
    "worse",
    [
        "What is the cost of a street tree, 1,100 €?",
        "It is the cost of a street tree: 1,100 €.",
        "- The cost of a street tree is 1,100 €.",
    ],
)
def test_what_asks_or_leans_on_another_sentence_is_worth_less(worse):
    assert scored(worse) < scored("The cost of a street tree is 1,100 €.")


def test_a_title_supplies_what_a_sentence_leaves_unsaid():
    alone = scored("The cost of a tree is 1,100 €.")
    assert scored("The cost of a tree is 1,100 €.", context="Street trees of Korvenau") > alone


def test_a_title_alone_says_nothing():
    assert scored("The night train leaves at 21:40.", context="The cost of a street tree") < NEAREST


def test_a_sentence_needs_fewer_words_under_a_heading_that_has_them():
    answer = "Each one is 1,100 € over thirty years."
    assert scored(answer, path="What a street tree costs") > scored(answer, context="What a street tree costs")
    assert scored(answer, path="What a street tree costs") >= ENOUGH > scored(answer)


def test_what_is_not_about_the_named_thing_or_counts_something_else_is_worth_less():
    people = ChecklistItem(
        id="c1", description="How many people live on Aruba?", terms=("people", "live", "Aruba"), facet="amount"
    )
    assert scored("Aruba has 107,000 people who live there.", people) >= ENOUGH
    assert scored("Malta has 107,000 people who live there.", people) < scored("Aruba has 107,000 people.", people)
    assert scored("AW · ABW · Aruba · 533", people) < ENOUGH


def test_a_number_belongs_to_its_name():
    released = ChecklistItem(
        id="c1", description="When was Debian 15 released?", terms=("Debian", "15", "released"), facet="when"
    )
    right = scored("Debian 15 was released in 2027.", released)
    assert right > scored("Debian 2.2 was released on 15 August 2000.", released)


def test_both_sides_of_a_comparison_count_by_themselves():
    asked = ChecklistItem(
        id="c1",
        description="What is the difference between a track and a route?",
        terms=("difference", "track", "route"),
    )
    assert scored("A route is a list of points in a set order.", asked) >= ENOUGH
    assert scored("A track is what the device recorded.", asked) >= ENOUGH


def test_words_that_are_made_from_the_same_one_count():
    asked = ChecklistItem(id="c1", description="What importance does it have?", terms=("importance", "package"))
    assert scored("Every package is important in its own way.", asked) > scored(
        "Every package is known by name.", asked
    )


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_sentence_has_a_score_that_is_not_negative(sentence, context):
    assert 0 <= scored(sentence, context=context) < 3


def test_rare_terms_weigh_more_than_common_ones():
    weights = Weights([{"tree", "cost"}, {"tree"}, {"tree"}])
    assert weights("unseen") > weights("cost") > weights("tree")
    assert weights.rarest(frozenset({"tree", "cost"})) == "cost"
    assert weights.rarest(frozenset()) is None


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("A street tree costs 1,100 €.", True),
        ("A street tree costs a lot.", False),
        ("The cost of 12 trees in € is unknown.", False),
    ],
)
def test_an_answer_has_the_shape_that_is_asked_for(statement, expected):
    assert answers(COST, statement) is expected


def test_without_a_facet_only_ignorance_is_no_answer():
    plain = ChecklistItem(id="c1", description="Trees?", terms=("trees",))
    assert answers(plain, "Trees give shade.")
    assert not answers(plain, "The effect of trees is not known.")


def test_findings_teach_terms_that_the_question_did_not_have():
    weights = Weights(meaning(text) for text in READ)
    taught = learned_terms(
        ["Shade lowers the temperature.", "The temperature fell by 3"], "en", weights, meaning("shade")
    )
    assert taught[0] == next(iter(meaning("temperature")))
    assert not set(taught) & meaning("shade")
    assert not any(term[0].isdigit() for term in taught)


def test_a_figure_stands_near_what_it_measures():
    water = ChecklistItem(
        id="c1", description="How much water does a tree need?", terms=("water", "tree"), facet="amount"
    )
    near = scored("A tree takes 80 litres of water each week.", water)
    assert near > scored("A tree costs 1,100 € over thirty years, but only with watering.", water)


def test_a_sentence_on_the_subject_alone_does_not_speak_of_what_is_asked():
    water = ChecklistItem(
        id="c1", description="How much water do they need?", terms=("water",), about=("street", "trees")
    )
    assert scored("Street trees cool the air by 1.6 °C at noon.", water) < NEAREST


def test_where_a_reason_is_asked_for_one_that_gives_it_is_better():
    why = ChecklistItem(
        id="c1", description="Why is it called a bound logger?", terms=("called", "bound", "logger"), facet="why"
    )
    given_one = scored("It is called a bound logger because pairs can be bound to it.", why)
    assert given_one > scored("The part that you meet most is called a bound logger.", why)


def test_what_stands_under_another_question_answers_that_one():
    said = "A street tree costs 180 €."
    other = scored(said, path="What does the watering of a balcony garden cost?")
    assert scored(said, path="What does a street tree cost?") > other
    assert scored(said, path="Watering of a balcony garden") > other  # a plain heading asks nothing


@pytest.mark.parametrize(
    ("sentence", "alone"),
    [
        ("A breaker stops a program.", True),
        ("Coroutines make it possible to wait.", True),
        ("However, a breaker stops a program.", False),
        ("After a pause it lets one call through.", False),
        ("it stops a program.", False),
        ("(Note that a breaker stops it.)", False),
        ("This stops a program.", False),
    ],
)
def test_a_sentence_stands_alone_if_it_needs_no_other(sentence, alone):
    assert stands_alone(sentence) is alone
