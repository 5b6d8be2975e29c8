"""Every LEI that verbs name, looked up: also those that stand in no field of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inquiro.core.errors import BadFile
from inquiro.core.register import Register
from inquiro.core.types import Json, LeiFinding, VerbCall, VerbGroup
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.verbs.checking import leis_of

_BESIDE = ("name", "jurisdiction")  # what a call says of the entity whose `:lei` it gives


async def check_verb_leis(
    groups: Iterable[VerbGroup], register: Register | None, known: Sequence[LeiFinding] = ()
) -> list[LeiFinding]:
    """Those that nothing is known of yet; a name that stands beside one in its call is held against the record."""
    found = {one.lei for one in known}
    claims = {
        (claim["lei"], claim.get("name", "")): claim
        for group in groups
        for claim in _claims(group)
        if claim["lei"] not in found
    }
    return await check_leis({"verbs": list(claims.values())}, register) if claims else []


def _claims(group: VerbGroup) -> Iterator[Json]:
    try:
        calls = read_program(group.verbs)
    except BadFile:
        return  # it cannot run, and says why elsewhere
    for call in calls:
        for lei, _ in leis_of([call]):
            yield {"lei": lei} | (_beside(call) if call.arguments.get("lei") == lei else {})


def _beside(call: VerbCall) -> Json:
    return {name: said for name in _BESIDE if isinstance(said := call.arguments.get(name), str) and said.strip()}
