"""Limits of money and tokens, and whether something more fits: exact, and told in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from typing import Literal

from inquiro.core.types import Stop, Usage, Value

_DIGITS = 12
_SMALL = 0.001  # dollars; less than that is told with more digits


class Limits(Value, frozen=True, kw_only=True):
    """None means unlimited."""

    seconds: float | None = 600.0
    cost: float | None = None
    tokens: int | None = None
    pages: int | None = None


@dataclass(frozen=True)
class Amount:
    """Money and tokens that add up exactly, in any order: ten times ten cents is a dollar."""

    cost: Fraction = Fraction(0)
    tokens: int = 0

    @classmethod
    def of(cls, usage: Usage) -> Amount:
        """What has no known price counts by its tokens alone; a money limit refuses it before."""
        return cls(Fraction(0) if isinf(usage.cost) else exact(usage.cost), usage.tokens)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.cost + other.cost, self.tokens + other.tokens)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.cost - other.cost, self.tokens - other.tokens)


@dataclass(frozen=True, kw_only=True)
class Account:
    """What is limited, what of it is spent, and what calls under way may take; of a run, or of all runs of a day."""

    limits: Limits
    spent: Amount
    held: Amount
    daily: bool = False

    def reached(self, share: Fraction) -> Stop | None:
        """Why nothing more may be spent, if that share of a limit is gone."""
        limits, gone = self.limits, self.spent + self.held
        if limits.cost is not None and gone.cost >= share * exact(limits.cost):
            told = f"{dollars(self.spent.cost)} of {dollars(limits.cost)} spent"
            return self._reached("money", told, dollars(self.held.cost) if self.held.cost else "")
        if limits.tokens is not None and gone.tokens >= share * limits.tokens:
            told = f"{self.spent.tokens:,} of {limits.tokens:,} used"
            return self._reached("tokens", told, f"{self.held.tokens:,}" if self.held.tokens else "")
        return None

    def too_small_for(self, worst: Usage, share: Fraction) -> Stop | None:
        """Why a call does not fit, if it could need more than is left; what needs nothing always fits."""
        limits, gone = self.limits, self.spent + self.held
        if limits.cost is not None and worst.cost > 0:
            if isinf(worst.cost):
                return self._stop("money", ": the next step has no known price; set it with INQUIRO_PRICES")
            if exact(worst.cost) > (left := share * exact(limits.cost) - gone.cost):
                could, rest = dollars(worst.cost), f"{dollars(left)} of {dollars(limits.cost)}"
                return self._stop("money", f": the next step could cost {could} and {rest} is left{_beside(share)}")
        if limits.tokens is not None and worst.tokens > (room := max(int(share * limits.tokens) - gone.tokens, 0)):
            could, rest = f"{worst.tokens:,}", f"{room:,} of {limits.tokens:,}"
            return self._stop("tokens", f": the next step could take {could} and {rest} are left{_beside(share)}")
        return None

    def _reached(self, cause: Literal["money", "tokens"], told: str, held: str) -> Stop:
        today = " today, all runs together" if self.daily else ""
        return self._stop(cause, f" reached ({told}{today}{f', {held} more under way' if held else ''})")

    def _stop(self, cause: Literal["money", "tokens"], words: str) -> Stop:
        named = ("Daily " if self.daily else "") + ("money limit" if cause == "money" else "token limit")
        return Stop(cause=cause, reason=named[0].upper() + named[1:] + words)


def exact(dollars: float) -> Fraction:
    """As a person would write it: 0.1 is a tenth."""
    return Fraction(repr(rounded(dollars)))


def rounded(dollars: float) -> float:
    """To a trillionth of a dollar, so that sums of what is written down are what was charged, to the last digit."""
    return round(float(dollars), _DIGITS)


def dollars(amount: Fraction | float) -> str:
    """Cents, and what is smaller where there is some."""
    value = max(float(amount), 0.0)
    whole, _, part = f"{value:.{4 if value >= _SMALL else 6}f}".partition(".")
    return f"${whole}.{part.rstrip('0'):0<2}"


def _beside(share: Fraction) -> str:
    return " beside the share for writing the report" if share < 1 else ""
