"""Every LEI of a result, looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused
from inquiro.core.lei import lei_problem
from inquiro.core.register import Register, RegisterRecord
from inquiro.core.types import LeiFinding
from inquiro.onboarding.leis.places import leis_in
from inquiro.onboarding.leis.verdicts import Unreachable, verdict_of

PORTION = 100
_NO_REGISTER = Unreachable("nothing may leave this machine")


async def check_leis(data: Any, register: Register | None) -> list[LeiFinding]:
    """One finding for each place in the data where an LEI stands or is meant to; None: there is nobody to ask."""
    claims = leis_in(data)
    asked = list(dict.fromkeys(claim.lei for claim in claims if lei_problem(claim.lei) is None))
    answers: dict[str, RegisterRecord | Unreachable | None] = {}
    for start in range(0, len(asked), PORTION):
        answers |= await _answers(asked[start : start + PORTION], register)
    return [verdict_of(claim, answers.get(claim.lei)) for claim in claims]


async def _answers(leis: Sequence[str], register: Register | None) -> dict[str, RegisterRecord | Unreachable | None]:
    if register is None:
        return dict.fromkeys(leis, _NO_REGISTER)
    try:
        known = {record.lei: record for record in await register.records(tuple(leis))}
    except (EffectError, PrivacyRefused, BudgetExhausted) as error:
        return dict.fromkeys(leis, Unreachable(str(error) or type(error).__name__))
    return {lei: known.get(lei) for lei in leis}
