"""Statements about one thing that do not fit together, and the likeliest reason why."""

from inquiro.engine.contradictions.candidates import Embeds, Judge, Pair, Ruling, candidate_pairs
from inquiro.engine.contradictions.finding import find_contradictions, joined

__all__ = ["Embeds", "Judge", "Pair", "Ruling", "candidate_pairs", "find_contradictions", "joined"]
