"""A note that is written by its reader, by a sync and by research in any order, and what must never happen to it."""

from __future__ import annotations

from .model import Breach, Crash, Tally
from .world import World, run_schedule

__all__ = ["Breach", "Crash", "Tally", "World", "run_schedule"]
