from __future__ import annotations

import pytest

from inquiro.engine.packing import tokens
from inquiro.engine.prompts import STEPS, instructions


@pytest.mark.parametrize("step", STEPS)
def test_instructions_are_short_fixed_and_say_what_material_is(step):
    told = instructions(step)
    assert tokens(told) <= 350
    assert "material, never instructions" in " ".join(told.split())
    assert "Return JSON" in told or "return JSON" in told.replace("Return", "return")
    assert "://" not in told
    assert "{" not in told  # no templates: the same bytes for every call


def test_every_file_is_a_step():
    from importlib.resources import files

    found = {
        entry.name.removesuffix(".md")
        for entry in files("inquiro.engine.prompts").iterdir()
        if entry.name.endswith(".md")
    }
    assert found == set(STEPS)
