"""How much a run may put before its model: by what the model can read, by depth, and by the money and time left."""

from __future__ import annotations

from inquiro.core.models import ModelClient, Price
from inquiro.core.types import Depth, Usage
from inquiro.effects.budget import Budget

MOST: dict[Depth, int] = {"light": 12_000, "deep": 30_000, "thorough": 60_000}  # tokens of a run, instructions included
# Tokens of facts that a report is written from.
WRITTEN_FROM: dict[Depth, int] = {"light": 20_000, "deep": 60_000, "thorough": 90_000}
FOR_CRITICS = 0.25  # of what a thorough run reads: kept for what its critics want looked up
WINDOW_SHARE = 0.6  # of a model's window for the facts: the rest is for instructions, thinking and the report
LONG_REPORT, SHORT_REPORT = 10_000, 6_000  # tokens of the report itself, thinking included
LEAST_WRITTEN_FROM = 4_000
LEAST = 6_000  # a smaller window is asked several times
UNKNOWN_WINDOW = 16_000
FIRST_SHARE, NEXT_SHARE = 0.5, 0.34  # of what is left, for the first round and each one after it
LEAST_ROUND = 2_500  # less is not worth a call, unless nothing more is left
WORTH_READING = 700
HURRY = 90.0  # seconds; with less left, less is read
ANSWER_SHARE = 0.6  # tokens of answer for each token read, at the worst


def of_run(depth: Depth, window: int | None, *, criticised: bool = False) -> int:
    """Tokens that a run reads in all, over all of its rounds, as far as it has come."""
    whole = min(MOST[depth], max(window or UNKNOWN_WINDOW, LEAST))
    return int(whole * (1 - FOR_CRITICS)) if depth == "thorough" and not criticised else whole


def of_round(total: int, used: int, number: int, *, last: bool) -> int:
    """Tokens of this round: half at first, so that later rounds can follow up what was found; the last takes the rest."""
    left = max(total - used, 0)
    if left < WORTH_READING:
        return 0
    if last:
        return left
    share = FIRST_SHARE if number <= 1 else NEXT_SHARE
    return min(left, max(int(left * share), LEAST_ROUND))


def affordable(tokens: int, client: ModelClient, budget: Budget) -> int:
    """As many of the tokens as the run can still pay for and wait for, beside what it keeps for the report."""
    seconds = budget.seconds_left()
    tokens = int(tokens * min(1.0, max(seconds, 0.0) / HURRY))
    while tokens >= WORTH_READING and not budget.fits(_cost(tokens, client.price)):
        tokens //= 2
    return tokens if tokens >= WORTH_READING else 0


def of_report(depth: Depth, client: ModelClient, budget: Budget) -> int:
    """Tokens of facts that a report is written from: what the window holds, and the money that is left pays for."""
    window = client.capabilities.context
    tokens = min(WRITTEN_FROM[depth], int((window or UNKNOWN_WINDOW / WINDOW_SHARE) * WINDOW_SHARE))
    while tokens > LEAST_WRITTEN_FROM and not budget.fits(
        _cost(tokens, client.price, report_length(tokens)), reserve=False
    ):
        tokens //= 2
    return tokens


def report_length(facts: int) -> int:
    """Tokens that a report over so many tokens of facts may have."""
    return LONG_REPORT if facts > UNKNOWN_WINDOW else SHORT_REPORT


def _cost(tokens: int, price: Price | None, answer: int | None = None) -> Usage:
    answer = int(tokens * ANSWER_SHARE) if answer is None else answer
    dollars = (tokens * price.input + answer * price.output) / 1_000_000 if price else 0.0
    return Usage(calls=1, tokens=tokens + answer, cost=dollars)
