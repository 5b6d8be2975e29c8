"""A claim and a sentence in other words: do they agree, differ, or speak of two things."""

from __future__ import annotations

import pytest
from tests.reworded_claims import pairs

from inquiro.engine.notes.claim_comparison import held_against

# Found at least, and false at most, of fifteen each; the last set was never used to build a rule.
MEASURED = {"build": (14, 0), "held": (8, 0), "fresh": (7, 1)}


@pytest.mark.parametrize("name", MEASURED)
def test_contradictions_in_other_words(name):
    found = [(pair, held_against(pair.claim, pair.source)) for pair in pairs(name)]
    assert len(found) == 30
    told = [pair for pair, held in found if held and held.verdict == "differs"]
    least, most = MEASURED[name]
    assert sum(pair.differs for pair in told) >= least
    assert sum(not pair.differs for pair in told) <= most


@pytest.mark.parametrize("name", MEASURED)
def test_nothing_is_borne_out_by_what_contradicts_it(name):
    for pair in pairs(name):
        held = held_against(pair.claim, pair.source)
        assert not (pair.differs and held and held.verdict == "borne_out"), pair


@pytest.mark.parametrize(
    ("claim", "sentence", "verdict", "mine", "theirs"),
    [
        ("The marathon is 42 km long.", "A marathon has a length of 42.195 kilometres.", "borne_out", "42 km", "42.195 kilometres"),
        ("The dishwasher takes 10 litres a cycle.", "Each dishwasher cycle takes 20 litres.", None, "", ""),
        ("The Eiffel Tower was finished in 1887.", "The Eiffel Tower was completed in 1889.", "differs", "1887", "1889"),
        ("Git was written by Guido van Rossum.", "Linus Torvalds wrote Git.", "differs", "Guido van Rossum", "Linus Torvalds"),
        ("Trees cool streets.", "Do trees cool streets?", None, "", ""),
        ("Trees cool streets.", "Prices rose again.", None, "", ""),
    ],
)  # fmt: skip
def test_what_is_told_apart(claim, sentence, verdict, mine, theirs):
    held = held_against(claim, sentence)
    assert (held.verdict if held else None, held.mine if held else "", held.theirs if held else "") == (
        verdict,
        mine,
        theirs,
    )


def test_a_title_says_what_a_short_sentence_leaves_out():
    claim = "An air-source heat pump may make at most 35 dB at night in residential areas."
    said = "The night limit in residential areas is 40 dB."
    assert held_against(claim, said) is None
    assert held_against(claim, said, "Air-source heat pump noise").verdict == "differs"
