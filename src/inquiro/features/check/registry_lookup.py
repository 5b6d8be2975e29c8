"""Looking a reference up in registers of works: by its identifier, and by its title."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import msgspec

from inquiro.core.errors import EffectError
from inquiro.core.protocols import SearchProvider
from inquiro.core.types import Filters, Json, SourceResult, Usage, Value
from inquiro.core.work_registers import LooksUp
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine.deps import Deps
from inquiro.features.check.reference_fields import Reference
from inquiro.features.check.reference_match import best

KEPT = timedelta(days=7)
SECONDS = 30.0
MOST = 5  # records that a search by title looks at
LONGEST_TITLE = 300
PATIENCE = RetryPolicy(attempts=3, timeout_attempts=2, first_wait=2.0, longest_wait=15.0, longest_retry_after=60.0)
CROSSREF, NOTICES = "crossref", "notices"
FIRST = ("crossref", "openalex")  # they know of every field; the others are asked where these two know nothing


class Looked(Value, frozen=True, kw_only=True):
    """What registers said: their records, who answered, and who could not."""

    records: tuple[SourceResult, ...] = ()
    answered: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def absent(self) -> bool:
        """Somebody who should know it was asked, and nobody knows it or failed."""
        return bool(self.answered) and not self.records and not self.failed

    def __add__(self, other: Looked) -> Looked:
        return Looked(
            records=self.records + other.records,
            answered=self.answered + other.answered,
            failed=self.failed + other.failed,
        )


async def by_identifier(deps: Deps, step: Step, kind: str, value: str) -> Looked:
    """The two large registers together, the others only where neither knows it."""
    able = [one for one in deps.providers if isinstance(one, LooksUp) and kind in one.identifiers]
    first = [one for one in able if one.name in FIRST] or able

    async def ask(one: LooksUp) -> Looked:
        request = {"identifier": f"{kind}:{value}"}
        return await _asked(step, one.name, request, lambda: one.look_up(kind, value))

    looked = _joined(await asyncio.gather(*(ask(one) for one in first)))
    for one in able:
        if not looked.records and one not in first:
            looked += await ask(one)
    if kind == "doi" and looked.records and not any(record.source_name != CROSSREF for record in looked.records):
        looked = await _with_notices(deps, step, value, looked)
    return looked


async def _with_notices(deps: Deps, step: Step, doi: str, looked: Looked) -> Looked:
    """Where one register alone knows a work, what was published about it since is asked for, too."""
    for one in deps.providers:
        if isinstance(one, LooksUp) and NOTICES in one.identifiers:
            found = await _asked(step, one.name, {"identifier": f"{NOTICES}:{doi}"}, lambda: one.look_up(NOTICES, doi))  # noqa: B023
            told = tuple(dict.fromkeys(notice for record in found.records for notice in record.notices))
            records = tuple(
                msgspec.structs.replace(
                    record, notices=record.notices + told, retracted=record.retracted or "retraction" in told
                )
                for record in looked.records
            )
            return Looked(records=records, answered=looked.answered, failed=looked.failed + found.failed)
    return looked


async def by_title(deps: Deps, step: Step, reference: Reference) -> Looked:
    """Records with the title of the reference; of the document nothing leaves but that title."""
    title = (reference.title or reference.text)[:LONGEST_TITLE].strip()
    looked = Looked()
    if not title:
        return looked
    registers = [one for one in deps.providers if isinstance(one, LooksUp) and isinstance(one, SearchProvider)]
    for one in sorted(registers, key=lambda each: each.name not in FIRST):
        found = await _searched(step, one, title)
        looked += found
        if best(reference, found.records):
            break
    return looked


async def _searched(step: Step, one: SearchProvider, title: str) -> Looked:
    request = {"query": title, "limit": MOST, "filters": Filters().to_dict()}
    return await _asked(step, one.name, request, lambda: one.search(title, MOST, Filters()))


async def _asked(step: Step, name: str, request: Json, ask: Callable[[], Awaitable[list[SourceResult]]]) -> Looked:
    async def perform() -> Paid:
        return Paid(value=await ask(), usage=Usage(searches=1))

    call = Call(kind="search", name=name, request=request, outside=True, timeout=SECONDS, keep=KEPT, retry=PATIENCE)
    try:
        records = await step.call(call, perform, list[SourceResult])
    except EffectError as error:
        return Looked(failed=(f"{name}: {error}",))
    return Looked(records=tuple(records), answered=(name,))


def _joined(some: Sequence[Looked]) -> Looked:
    looked = Looked()
    for one in some:
        looked += one
    return looked
