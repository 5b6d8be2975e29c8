from __future__ import annotations

import pytest

from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import EVERYDAY, NAME, PLAIN, derived, names, weights


def test_names_weigh_most_and_everyday_words_little():
    found = weights(statement("Still, the trees of Korvenau were called old."))
    assert found == {"tree": PLAIN, "korvenau": NAME, "call": EVERYDAY, "old": PLAIN}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Bremen won the cup.", ["Bremen"]), ("Since then it rains in Bremen.", ["Bremen"]), ("it rains", [])],
)
def test_the_first_word_is_a_name_unless_it_is_an_everyday_one(text, expected):
    assert [word.text for word in names(statement(text))] == expected


@pytest.mark.parametrize(
    ("name", "held", "same"),
    [("Libyan", "Libya", True), ("Canadian", "Canada", True), ("Georg", "Berlin", False), ("Iran", "Iraq", False)],
)
def test_what_a_name_is_made_from_bears_it_out(name, held, same):
    terms = set(weights(statement(f"in {held}")))
    assert derived(statement(f"the {name}").words[-1], "en", terms) == same
