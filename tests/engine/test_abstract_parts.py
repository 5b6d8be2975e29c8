from __future__ import annotations

import pytest

from inquiro.engine.abstract_parts import prepares, without_label
from inquiro.engine.statements import statements

ABSTRACT = (
    "OBJECTIVES: The diagnosis of appendicitis is still difficult. PATIENTS AND METHODS: Records of children were reviewed. "
    "Their leukocyte counts were abstracted. RESULTS: None of 73 patients had both values unelevated. "
    "CONCLUSIONS: Unelevated values exclude appendicitis."
)


@pytest.mark.parametrize(
    ("words", "prepared"),
    [
        ("The diagnosis", True),
        ("Records of", True),
        ("Their leukocyte", True),
        ("None of 73", False),
        ("Unelevated values", False),
    ],
)
def test_aims_and_methods_of_a_structured_abstract_are_told_apart(words, prepared):
    assert prepares(ABSTRACT, ABSTRACT.index(words)) is prepared


def test_a_text_with_one_label_is_no_such_abstract():
    assert not prepares("BACKGROUND: Trees cool the street.", 20)


def test_a_statement_is_told_without_the_name_of_its_part():
    assert without_label("CONCLUSIONS: It works.") == "It works."
    assert without_label("Method: It works.") == "Method: It works."
    told = {one.statement: one.prepares for one in statements(ABSTRACT)}
    assert told["Unelevated values exclude appendicitis."] is False
    assert told["Their leukocyte counts were abstracted."] is True
