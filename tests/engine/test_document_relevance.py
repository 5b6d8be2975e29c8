from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Passage
from inquiro.engine.document_relevance import mentions, name_of, standings


def passage(document: str, text: str, score: float = 0.0, title: str = "") -> Passage:
    return Passage(document_id=document, start=0, end=len(text), text=text, score=score, context=title or document)


QUESTION = "Where was the director of Iron Harbour born?"
FILM = passage("film", "Iron Harbour is a film by its director Mara Kessling.", 4.0, "Iron Harbour (1988 film)")
OTHER = passage("other", "The director of the harbour was born in Oslo.", 2.0, "Harbour news")
PERSON = passage("person", "She grew up in Trondheim and left it at nineteen.", 0.0, "Mara Kessling")
STRANGER = passage("stranger", "Bread is made of flour.", 0.0, "Bread")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Iron Harbour (1988 film)", "Iron Harbour"),
        ("Mara Kessling - Encyclopedia", "Mara Kessling"),
        ("Mara Kessling | Film Lexicon (online)", "Mara Kessling"),
        ("notes on film", ""),
        ("Ada", ""),
        ("X" * 80, ""),
        ("", ""),
    ],
)
def test_a_title_tells_what_others_call_it(title, name):
    assert name_of(title) == name


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("by Mara Kessling.", "Mara Kessling", True),
        ("by Mara Kesslinger.", "Mara Kessling", False),
        ("Kesslinger, then Kessling", "Kessling", True),
        ("by mara kessling", "Mara Kessling", False),
        ("anything", "", False),
    ],
)
def test_a_name_is_mentioned_as_it_is_written(text, name, expected):
    assert mentions(text, name) == expected


def test_whom_the_best_document_names_stands_higher_than_one_that_shares_words():
    stand = standings([QUESTION], [[FILM, OTHER]], [PERSON, STRANGER])
    assert stand["film"] == max(stand.values())
    assert stand["person"] > stand["stranger"] == 0
    alone = standings([QUESTION], [[OTHER]], [PERSON])
    assert alone["person"] == 0


def test_who_names_the_best_document_gains_too():
    review = passage("review", "We saw Iron Harbour twice.", 0.0, "Last week")
    assert standings([QUESTION], [[FILM]], [review])["review"] > 0


def test_what_the_question_names_stands_high_whatever_its_words():
    stand = standings([QUESTION], [[OTHER]], [passage("film", "A drama of 1988.", 0.0, "Iron Harbour")])
    assert stand["film"] > 0


def test_nothing_stands_high_where_nobody_speaks_of_the_question():
    far = passage("far", "Flour was born.", 3.0)
    assert standings([QUESTION], [[far]])["far"] < 0.2


def test_a_page_about_one_part_stands_as_high_as_one_about_the_other():
    cost, shade = passage("cost", "a tree costs 10 €", 3.0), passage("shade", "trees cool streets", 1.0)
    parts = ["trees cool streets", "tree costs"]
    stand = standings(parts, [[shade], [cost]])
    assert stand["shade"] == stand["cost"]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.text(max_size=30), st.floats(min_value=0, max_value=50)), max_size=8
    ),
    st.text(max_size=40),
)
def test_a_standing_is_a_share_and_does_not_depend_on_order(given_passages, question):
    passages = [passage(name, text, score, name.upper() * 5) for name, text, score in given_passages]
    stand = standings([question], [passages])
    assert all(0 <= value <= 1 for value in stand.values())
    assert stand.keys() == {one.document_id for one in passages}
    assert standings([question], [[one for one in passages if one.score >= 0]]) == stand
