from __future__ import annotations

import pytest

from inquiro.engine.checking import check
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.judge import Ruling, ruled
from inquiro.engine.reasoning import as_reasoning, follows

EXCERPTS = [
    Excerpt("Street trees cool the street by 3 degrees.", title="Trees"),
    Excerpt("A moss roof cools the street by 1 degree.", title="Roofs"),
]


def reasoned(text: str, ruling: Ruling | None = None):
    return as_reasoning(ruled(check(text, EXCERPTS), ruling, EXCERPTS), EXCERPTS)


@pytest.mark.parametrize(
    "text",
    [
        "A city that wants cool streets is therefore better served by planting than by greening roofs.",
        "Street trees matter more than a moss roof wherever shade decides comfort.",
    ],
)
def test_a_conclusion_is_inferred_however_little_of_it_its_facts_say(text):
    assert reasoned(text).label == "inferred"


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    "text",
    [
        "Street trees therefore save 40 percent of the energy.",
        "Street trees therefore served Korvenau better than a moss roof.",
    ],
)
def test_a_figure_or_a_name_that_no_fact_holds_is_made_up(text):
    assert reasoned(text).label == "uncited"


def test_what_was_worked_out_is_told():
    found = reasoned("Street trees cool the street by 2 degrees more than a moss roof (3 - 1 = 2).")
    assert found.label == "inferred"
    assert any("2" in how for how in found.computed)


def test_what_a_source_says_stays_what_it_is():
    assert reasoned("Street trees cool the street by 3 degrees.").label == "quoted"


def test_a_judge_can_contradict_a_conclusion_and_doubt_it():
    text = "Planting is therefore worth more than greening."
    words = ("Street trees cool the street by 3 degrees.",)
    wrong = reasoned(text, Ruling(number=1, verdict="contradicted", words=words, wrong="the reverse"))
    assert (wrong.contradicted, wrong.label) == (True, "uncited")
    doubted = reasoned(text, Ruling(number=1, verdict="unsupported", wrong="it does not follow"))
    assert (doubted.label, follows(doubted)) == ("inferred", False)
    assert follows(reasoned(text))
