from __future__ import annotations

import pytest

from inquiro.retrieval.word_forms import irregular_forms
from inquiro.retrieval.words import fold, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kept", "keep"),
        ("keeping", "kept"),
        ("older", "old"),
        ("oldest", "old"),
        ("written", "writes"),
        ("LEDs", "LED"),
        ("shots", "shot"),
        ("children", "child"),
        ("gehalten", "halten"),
        ("ältesten", "alt"),
        ("gespeichert", "speichern"),
        ("größte", "groß"),
    ],
)
def test_irregular_forms_are_found_by_each_other(one, other):
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize(
    ("one", "other"), [("founded", "found"), ("bot", "bieten"), ("manner", "Mann"), ("lives", "life")]
)
def test_words_that_only_look_alike_stay_apart(one, other):
    assert tokens(one) != tokens(other)


def test_the_table_holds_plain_forms_and_no_word_leads_to_a_form():
    table = irregular_forms()
    assert all(fold(form) == form and form.isalpha() for form in table)
    assert not {word for word in table.values() if table.get(word, word) != word}
