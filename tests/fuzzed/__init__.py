"""Answers of a model, mutated by the thousand; runs over them; and what an invented source would look like."""

from __future__ import annotations

from .harness import Outcome, inner, whole
from .model import FuzzedModel
from .mutations import MUTATIONS
from .oracle import Seen, Snapshot, breaches
from .world import INVENTED, PAGES, QUESTIONS, World

__all__ = [
    "INVENTED",
    "MUTATIONS",
    "PAGES",
    "QUESTIONS",
    "FuzzedModel",
    "Outcome",
    "Seen",
    "Snapshot",
    "World",
    "breaches",
    "inner",
    "whole",
]
