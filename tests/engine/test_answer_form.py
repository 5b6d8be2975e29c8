from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.answer_form import answer_form, enumerates
from inquiro.engine.meaning import meaning


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("git stash pop or git stash apply - what is the difference?", ("pop", "apply")),
        ("On a GPS, what is the difference between a track and a route?", ("track", "route")),
        ("lz4 or zstd for squeezing my backups, what sets them apart?", ("lz4", "zstd")),
    ],
)
def test_a_comparison_has_two_sides_without_what_both_share(question, sides):
    assert answer_form(question, "en").sides == tuple(meaning(side) for side in sides)


@pytest.mark.parametrize("question", ["What do oak and ash cost?", "Is it cold or warm?", "What differs?"])
def test_what_is_not_compared_has_no_sides(question):
    assert answer_form(question, "en").sides == ()


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("Which file formats can be read?", True),
        ("What levels of importance can a package have?", True),
        ("What are the phases of the moon?", True),
        ("What is the boiling point of water?", False),
        ("What does a tree cost?", False),
        ("Which river is the longest?", False),
        ("git pop or git apply - what is the difference?", False),
    ],
)
def test_several_things_are_asked_for_in_the_plural(question, listed):
    assert answer_form(question, "en").listed is listed


@pytest.mark.parametrize(
    ("question", "language", "steps"),
    [
        ("How do I undo the last change?", "en", True),
        ("Was muss ich vorher erledigen?", "de", True),
        ("Comment imprimer une fois ?", "fr", True),
        ("How many tables can be joined?", "en", False),
        ("Why is there no first release?", "en", False),
    ],
)
def test_steps_answer_how(question, language, steps):
    assert answer_form(question, language).steps is steps


def test_what_is_named_and_what_is_counted():
    form = answer_form("How many people live on Aruba?", "en")
    assert form.named == meaning("Aruba")
    assert form.counted == meaning("people")
    assert answer_form("How much does it weigh?", "en").counted == frozenset()
    assert answer_form("Wie viele Menschen leben dort?", "de").counted == meaning("Menschen", "de")
    assert answer_form("Wann kommt der Zug nach Varnholt?", "de").named == frozenset()


def test_a_name_keeps_its_number():
    form = answer_form("Until when is Debian 11 kept?", "en")
    assert form.numbered == ("debian 11",)
    assert form.named == meaning("Debian 11")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("It reads Markdown, plain text, HTML, PDF and Word files.", True),
        ("It reads Markdown and HTML.", False),
        ("When it rains, the street is wet, which is no surprise.", False),
    ],
)
def test_a_sentence_that_counts_things_up(statement, expected):
    assert enumerates(statement) is expected


@given(st.text(max_size=200), st.sampled_from(["en", "de", "fr", "es", "ja", "xx"]))
def test_any_text_has_a_form(text, language):
    form = answer_form(text, language)
    assert len(form.sides) in {0, 2}
    assert form == answer_form(text, language)
