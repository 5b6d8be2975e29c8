from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import check
from inquiro.engine.checking.support import ENOUGH, closeness, doubted, support

BUDGET = (
    "The municipal council of Korvenau approved the new tree budget on 12 May 2020, "
    "after a debate of four hours about shade on the market square."
)
AFTER = "After a debate about shade on the market square,"
WEIGHTS = st.dictionaries(st.sampled_from("abcdefghijkl"), st.sampled_from([0.3, 1.0, 2.0]), max_size=12)


@pytest.mark.parametrize(
    "text",
    [
        "On 12 May 2020 Korvenau's municipal council passed the new tree budget after debating shade on the market square.",
        f"{AFTER} the council of Korvenau adopted the new tree budget in May 2020.",
        "After a lengthy debate of four hours about shade on the market square, Korvenau's council approved its budget.",
    ],
)
def test_other_words_for_the_same_are_supported_and_named(text):
    found = check(text, [BUDGET])
    assert (found.label, found.problems) == ("supported", ())
    assert found.unsaid
    assert found.support >= ENOUGH


@pytest.mark.parametrize(
    ("text", "label", "kind"),
    [
        (f"{AFTER} Korvenau's council rejected the new tree budget in May 2020.", "inferred", "negation"),
        (f"{AFTER} Korvenau's council never adopted the new tree budget in May 2020.", "inferred", "negation"),
        (f"{AFTER} Varnholt's council adopted the new tree budget in May 2020.", "inferred", "name"),
        (f"{AFTER} Korvenau's council adopted the new tree budget in May 2021.", "uncited", "date"),
        (f"{AFTER} Korvenau's council adopted 3 new tree budgets in May 2020.", "uncited", "number"),
        (f"{AFTER} Korvenau's council adopted all new tree budgets in May 2020.", "inferred", "word"),
        (
            "The tree budget of Korvenau caused a lasting conflict between residents and shopkeepers.",
            "inferred",
            "open",
        ),
    ],
)
def test_no_wording_hides_another_name_number_date_or_a_turned_sense(text, label, kind):
    found = check(text, [BUDGET])
    assert found.label == label
    assert kind in {problem.kind for problem in found.problems}
    assert found.support < ENOUGH


def test_a_short_sentence_has_no_room_for_another_word():
    found = check("Street trees harm pavements.", ["Street trees and pavements are found in every city."])
    assert (found.label, found.unsaid) == ("inferred", ("harm",))


def test_a_word_put_into_a_quote_is_no_paraphrase():
    text = BUDGET.replace("tree budget", "illegal tree budget")
    assert check(text, [BUDGET]).label == "inferred"


def test_what_is_quoted_has_all_the_support_and_what_has_no_evidence_none():
    assert [check(BUDGET, quotes).support for quotes in ([BUDGET], [])] == [1.0, 0.0]


@given(WEIGHTS, st.sets(st.sampled_from("abcdefghijkl")), st.floats(0, 1), st.booleans(), st.none() | st.floats(-1, 1))
def test_more_evidence_never_means_less_support(wanted, held, apart, objected, close):
    own = {term: weight for term, weight in wanted.items() if term not in held}
    found = support(wanted, own, apart, objected, close)
    assert 0 <= found <= 1
    assert doubted(found) < ENOUGH
    for term in own:
        less = {other: weight for other, weight in own.items() if other != term}
        assert support(wanted, less, apart, objected, close) >= found
    assert support(wanted, own, apart / 2, objected, close) >= found
    assert support(wanted, own, apart, True, close) <= found


@pytest.mark.parametrize(
    ("own", "apart", "enough"),
    [(2.0, 0.0, True), (2.1, 0.0, False), (0.0, 0.4, True), (0.0, 0.5, False), (2.0, 0.4, True)],
)
def test_two_words_of_its_own_and_two_fifths_of_a_clause_elsewhere_are_the_most(own, apart, enough):
    assert (support({"a": 20.0}, {"b": own}, apart, False) >= ENOUGH) == enough


def test_of_a_short_sentence_a_fifth_may_be_its_own():
    wanted = dict.fromkeys("abcdef", 1.0)
    assert support(wanted, {"a": 1.0}, 0.0, False) >= ENOUGH > support(wanted, {"a": 1.0, "b": 0.3}, 0.0, False)


SQUARE = (
    "The council planted forty lime trees on the market square of Korvenau in spring, and the nursery gave them away."
)


@pytest.mark.parametrize(
    ("added", "label"),
    [("", "supported"), ("also ", "supported"), ("also always ", "inferred")],
)
def test_a_word_that_adds_or_widens_counts_like_any_other(added, label):
    text = f"In spring the council {added}planted forty lime trees on the market square of Korvenau."
    assert check(text, [SQUARE]).label == label


def test_a_sentence_gathered_from_several_places_is_left_open():
    quotes = [
        "Sims fell ill and was replaced by Laye at four days' notice.",
        "Hawtrey demanded star billing on the posters and was dropped from the film.",
    ]
    found = check("Sims was dropped from the film at four days' notice.", quotes)
    assert (found.label, found.undecided) == ("inferred", True)
    assert [problem.text[:17] for problem in found.problems] == ["rules cannot tell"]
    assert check("Hawtrey was dropped from the film.", quotes).label == "supported"


class Directions:
    """Vectors by the first letter of a text."""

    def embed(self, texts):
        return np.array([[text[0] in "aA", text[0] == "b"] for text in texts], dtype=np.float32)


def test_meaning_is_as_close_as_the_closest_sentence():
    assert closeness("a", ["b", "a"], Directions()) == 1.0
    assert closeness("a", ["b"], Directions()) == 0.0
    assert closeness("a", [], Directions()) == 0.0


def test_a_closer_meaning_means_more_support():
    text = f"{AFTER} the council of Korvenau adopted the new tree budget in May 2020."
    near, far = (check(text, [quote], embedder=Directions()).support for quote in (f"{AFTER} {BUDGET}", BUDGET))
    assert near > far
