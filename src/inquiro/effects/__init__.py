"""The one gateway for every outside call: journal, replay, cache, budget, politeness and privacy at once."""

from inquiro.effects.budget import Budget
from inquiro.effects.gateway import Effects, Paid, Step
from inquiro.effects.limits import Limits

__all__ = ["Budget", "Effects", "Limits", "Paid", "Step"]
