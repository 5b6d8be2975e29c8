from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.paraphrases import falsely, truly


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("In 2019, the council planted maples.", "the council planted maples in 2019"),
        ("The council planted many maples in May 2019.", "In May 2019, the council planted"),
        ("The city council approved the plan for trees.", "The plan for trees was approved by the city council"),
    ],
)
def test_order_and_voice_change_and_nothing_else(text, holds):
    said = truly(text, "", Random(1))
    assert said != text
    assert holds.casefold() in said.casefold()


def test_what_only_the_title_names_is_named():
    assert "According to Shade trial" in truly("Wide crowns cool most.", "Shade trial: a report", Random(1))


def test_one_word_is_turned_into_its_opposite():
    said = falsely("Trees in streets need more water after noon.", "", Random(2))
    assert ("less water" in said) != ("before noon" in said)
    assert falsely("Trees stand in streets.", "", Random(2)) == ""


@given(st.text(max_size=120), st.text(max_size=30), st.integers(0, 50))
def test_any_text_can_be_paraphrased(text, title, seed):
    truly(text, title, Random(seed))
    falsely(text, title, Random(seed))
