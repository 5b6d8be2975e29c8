"""The one gateway for every outside call: journal, replay, cache, budget, politeness and privacy at once."""

from inquiro.effects.budget import Budget, Limits
from inquiro.effects.gateway import Effects, Paid, Step

__all__ = ["Budget", "Effects", "Limits", "Paid", "Step"]
