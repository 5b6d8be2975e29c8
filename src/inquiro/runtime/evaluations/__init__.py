"""Evaluations that a user can run: one file each."""

from __future__ import annotations

from inquiro.core.registry import Registry
from inquiro.runtime.evaluating.figures import Evaluation

registry: Registry[Evaluation] = Registry("evaluation", "inquiro.runtime.evaluations", "inquiro.evaluations")

__all__ = ["registry"]
