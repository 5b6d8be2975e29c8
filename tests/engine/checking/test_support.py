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
            "word",
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


@given(WEIGHTS, st.sets(st.sampled_from("abcdefghijkl")), st.booleans(), st.none() | st.floats(-1, 1))
def test_more_evidence_never_means_less_support(wanted, held, objected, close):
    found = support(wanted, held, objected, close)
    assert 0 <= found <= 1
    assert doubted(found) < ENOUGH
    for term in wanted.keys() - held:
        assert support(wanted, held | {term}, objected, close) >= found
    assert support(wanted, held, True, close) <= found


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
