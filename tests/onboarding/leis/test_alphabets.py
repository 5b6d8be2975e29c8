from __future__ import annotations

import pytest

from inquiro.onboarding.leis.alphabets import in_latin, sounds


@pytest.mark.parametrize(
    ("text", "latin"), [("холдинг", "holding"), ("алианц", "aliants"), ("εθνική", "ethniki"), ("allianz", "allianz")]
)
def test_letters_of_other_alphabets(text, latin):
    assert in_latin(text) == latin


@pytest.mark.parametrize(("one", "other"), [("allianz", "aliants"), ("phonix", "fonix"), ("bank", "banck")])
def test_spellings_that_sound_alike(one, other):
    assert sounds(one) == sounds(other)
