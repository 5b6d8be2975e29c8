from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ChecklistItem
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import ENOUGH, Weights, answers, learned_terms, need, score

COST = ChecklistItem(id="c1", description="What does it cost?", terms=("cost", "street", "tree"), facet="cost")
READ = (
    "The lifetime cost of a street tree is 1,100 € in Korvenau.",
    "Pruning takes place every five years.",
    "The night train leaves at 21:40.",
    "A planting pit holds 12 m³ of soil.",
)


def scored(sentence: str, item: ChecklistItem = COST, context: str = "") -> float:
    weights = Weights(meaning(text) for text in READ)
    return score(sentence, meaning(sentence), meaning(context), need(item, "en"), weights)


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
    assert scored("The night train leaves at 21:40.", context="The cost of a street tree") == 0


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
