from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.engine.contradictions.main_clause import main_clause


@pytest.mark.parametrize(
    ("statement", "clause"),
    [
        ("Street trees reduce noise, and they give shade.", "Street trees reduce noise"),
        ("According to the council, street trees reduce noise.", "street trees reduce noise"),
        ("A new study found that street trees reduce noise.", "street trees reduce noise"),
        ("Fionn Regan (born 1981) is a singer.", "Fionn Regan is a singer"),
        ("In 1999, Korvenau banned cars, but not buses.", "In 1999 Korvenau banned cars"),
        ("Korvenau banned cars on May 5, 1999.", "Korvenau banned cars on May 5, 1999"),
        ("Street trees may reduce noise.", ""),
        ("Do street trees reduce noise?", ""),
        ("Although trees reduce noise, they cost.", ""),
        ("The film was shot in Aldra.", "The film was shot in Aldra"),
        ("It was tested whether trees reduce noise.", ""),
    ],
)
def test_a_sentence_says_what_it_says_in_its_main_clause(statement, clause):
    assert main_clause(statement) == clause


@given(st.text(max_size=120))
@example("0\r")
@example("0\x1f.")
def test_any_text_is_read_without_failing(text):
    assert main_clause(text) == main_clause(text).strip()
