"""Statements about one thing that do not fit together, and the likeliest reason why."""

from inquiro.engine.contradictions.finding import find_contradictions, joined

__all__ = ["find_contradictions", "joined"]
