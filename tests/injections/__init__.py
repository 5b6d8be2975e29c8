"""Hostile pages by the hundred, runs against them, and what would count as a breach."""

from __future__ import annotations

from .breaches import Watch, breaches, disguises
from .goals import GOALS, Goal
from .harness import MODES, Outcome, run_ideas, run_macro, run_note, run_script, scratch
from .placements import PLACEMENTS, Hostile
from .scripts import Script, sample, scripts

__all__ = [
    "GOALS",
    "MODES",
    "PLACEMENTS",
    "Goal",
    "Hostile",
    "Outcome",
    "Script",
    "Watch",
    "breaches",
    "disguises",
    "run_ideas",
    "run_macro",
    "run_note",
    "run_script",
    "sample",
    "scratch",
    "scripts",
]
