"""Every LEI that verbs name, looked up: also those that stand in no field of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from inquiro.core.errors import BadFile
from inquiro.core.register import Register
from inquiro.core.types import Json, LeiFinding, VerbCall, VerbGroup
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.verbs.argument_types import names_of, word_of
from inquiro.onboarding.verbs.checking import leis_of
from inquiro.onboarding.verbs.registry import bundled_verbs

_BESIDE = ("name", "jurisdiction")  # what a call says of the entity whose `:lei` it gives


async def check_verb_leis(
    groups: Iterable[VerbGroup], register: Register | None, known: Sequence[LeiFinding] = ()
) -> list[LeiFinding]:
    """Those that nothing is known of yet; what stands beside one in its call is held against the record."""
    found = {one.lei for one in known}
    claims = {
        tuple(claim.get(name, "") for name in ("lei", *_BESIDE)): claim
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
        said = _said(call)
        beside = {name: said[name] for name in _BESIDE if said.get(name, "").strip()}
        for lei, _ in leis_of([call]):
            yield {"lei": lei} | (beside if said.get("lei") == lei else {})


def _said(call: VerbCall) -> dict[str, str]:
    """The words of a call by the verb's own names too: `:legal-name` says no less than `:name`, with quotes or without."""
    words = {name: text for name, value in call.arguments.items() if (text := word_of(value)) is not None}
    own = _names().get(call.verb, {})
    return {own.get(name, name): text for name, text in words.items()} | words


@cache
def _names() -> dict[str, dict[str, str]]:
    return {spec.name: names_of(spec) for spec in bundled_verbs()}
