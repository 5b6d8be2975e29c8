"""Edits, syncs, renames, crashes and research in any order: no byte outside the section, no line of the reader."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.vault import section_plan, threeway

MOST = {"ci-large": 200, "fuzz": 200}.get(
    os.environ.get("HYPOTHESIS_PROFILE", ""), 40
)  # `make fuzz` has a script for more


@pytest.mark.fault(59, 60, 61, 62)
@settings(max_examples=MOST)
@given(seed=st.integers(0, 2**32))
def test_any_schedule(note_schedules, seed):
    with TemporaryDirectory() as folder:
        note_schedules.run_schedule(Path(folder), Random(seed), note_schedules.Tally())


def _is_breached(note_schedules, count: int = 200) -> bool:
    for seed in range(count):
        with TemporaryDirectory() as folder:
            try:
                note_schedules.run_schedule(Path(folder), Random(seed), note_schedules.Tally())
            except note_schedules.Breach:
                return True
    return False


def test_a_byte_outside_the_section_would_be_seen(note_schedules, monkeypatch):
    real = section_plan._in_place

    def careless(text, section, core, kept):
        plan = real(text, section, core, kept)
        return plan and plan._replace(text=plan.text.replace("Words", "words", 1))

    monkeypatch.setattr(section_plan, "_in_place", careless)
    assert _is_breached(note_schedules)


def test_a_lost_line_would_be_seen(note_schedules, monkeypatch):
    monkeypatch.setattr(section_plan, "merge", lambda _base, _mine, theirs, eol: threeway.Merged(theirs, 0))
    assert _is_breached(note_schedules)
