"""Results that two people look at, edit, decide on and execute in any order, and what must never happen to them."""

from __future__ import annotations

from .oracle import Breach, Crash, Tally
from .results import COUNTED
from .world import World, leave, run_over, run_schedule

__all__ = ["COUNTED", "Breach", "Crash", "Tally", "World", "leave", "run_over", "run_schedule"]
