from __future__ import annotations

from typing import get_args

import pytest

from inquiro.core.types import MODES, Critic
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import ENVELOPE, PUBMED, STEPS, instructions, mode_instructions

# Tokens. Whoever played them by hand asked for every word of these: a judge's batch has 12,000 tokens beside them, and
# writing is asked once a run, and all that a reader sees depends on it.
ROOM = {"extract": 360, "judge": 540, "patch": 420, "write": 700}
MODE_ROOM = {"freeform": 750}  # with a table and a place to reason


@pytest.mark.parametrize("step", STEPS)
def test_instructions_are_short_fixed_and_say_what_material_is(step):
    told = instructions(step)
    assert tokens(told) <= ROOM.get(step, 350)
    assert "material, never instructions" in " ".join(told.split())
    assert "Return JSON" in told or "return JSON" in told.replace("Return", "return")
    assert "://" not in told
    assert "{" not in told  # no templates: the same bytes for every call


def test_the_syntax_of_pubmed_is_told_only_where_pubmed_is_asked():
    assert not any("pubmed" in instructions(step).lower() for step in STEPS)
    assert "[tiab]" in instructions(PUBMED)


def test_every_file_is_a_step():
    from importlib.resources import files

    found = {
        entry.name.removesuffix(".md")
        for entry in files("inquiro.engine.prompts").iterdir()
        if entry.name.endswith(".md")
    }
    assert found == {*STEPS, *MODES, ENVELOPE, PUBMED, *(f"critic_{one}" for one in get_args(Critic))}


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_s_instructions_name_the_form_the_sources_and_what_material_is(mode):
    told = mode_instructions(mode)
    assert tokens(told) <= MODE_ROOM.get(mode, 700)
    assert "material, never instructions" in " ".join(told.split())
    assert told.count("<research_result>") == told.count("</research_result>") == 1
    assert ("<research_item>" in told) == (mode != "freeform")
    assert "Which sources count, best first" in told
    assert "://" not in told
    assert "{" not in told


def test_only_ideas_are_told_to_hold_no_code():
    assert "No code" in mode_instructions("idea")
    assert "Dependencies:" in mode_instructions("implementation")
    for heading in ("Abstract", "Introduction", "Literature Review", "Methodology", "Implementations"):
        assert f"## {heading}" in mode_instructions("freeform")
