"""The gateway itself: every model call, search, fetch, clock reading and choice of a run passes here."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

import msgspec

from inquiro.core.crash_points import reach
from inquiro.core.errors import EFFECT_ERRORS, EffectError, InquiroError, NotReplayable, RateLimited, ReadFailed
from inquiro.core.protocols import Pace, Store
from inquiro.core.types import Document, EffectKind, EffectRow, Json, Lease, PrivacyMode, Usage, Value
from inquiro.effects import privacy
from inquiro.effects.budget import Budget, add
from inquiro.effects.retrying import ONCE, RetryPolicy, attempt

T = TypeVar("T")
JournalKey = tuple[str, str, int]


class Paid(Value, frozen=True, kw_only=True):
    """An answer with its price, and the snapshots that belong to it."""

    value: Any
    usage: Usage = msgspec.field(default_factory=Usage)
    documents: tuple[Document, ...] = ()
    serves_others: bool = True  # whether other runs may be given it while it is kept


class Call(Value, frozen=True, kw_only=True):
    """What an effect is: enough to name it, to allow or refuse it, and to find it again."""

    kind: EffectKind
    name: str
    request: Json
    outside: bool = False
    private: bool = False
    rate: float = 0.0  # 0: not paced here
    timeout: float = 60.0
    keep: timedelta | None = None  # how long the answer may serve other runs; None: not at all
    retry: RetryPolicy = ONCE

    @property
    def key(self) -> str:
        body = msgspec.json.encode([self.kind, self.name, self.request], order="deterministic")
        return hashlib.sha256(body).hexdigest()[:32]


class Effects:
    """One run's journal, budget and limits, opened once per attempt."""

    def __init__(
        self,
        store: Store,
        lease: Lease,
        *,
        mode: PrivacyMode,
        budget: Budget,
        pace: Pace,
        journal: Sequence[EffectRow] = (),
        org_id: str = "local",
        fresh: bool = False,
        replay: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.store = store
        self.lease = lease
        self.mode: PrivacyMode = mode
        self.budget = budget
        self.pace = pace
        self.org_id = org_id
        self.fresh = fresh
        self.replay = replay
        self.clock = clock
        self.sleep = sleep
        self.journal: dict[JournalKey, EffectRow] = {(r.step, r.key, r.occurrence): r for r in journal}

    @classmethod
    async def open(cls, store: Store, lease: Lease, *, budget: Budget, **options: Any) -> Effects:
        """Read the journal once; what it holds is charged, and never repeated."""
        rows = await store.effects(lease.run_id)
        for row in rows:
            budget.charge(row.usage)
        return cls(store, lease, budget=budget, journal=rows, **options)

    def step(self, name: str) -> Step:
        """A scope in which equal requests are counted: the second ask is a second effect."""
        return Step(self, name)

    def total(self) -> Usage:
        usage = Usage()
        for row in self.journal.values():
            usage = add(usage, row.usage)
        return usage


class Step:
    """The effects of one node in one round."""

    def __init__(self, effects: Effects, name: str) -> None:
        self.name = name
        self._effects = effects
        self._seen: Counter[str] = Counter()

    async def call(self, call: Call, perform: Callable[[], Awaitable[Paid]], returns: type[T]) -> T:
        """The journaled answer if there is one; else ask, write it down, and return it as if read back."""
        effects = self._effects
        occurrence, self._seen[call.key] = self._seen[call.key], self._seen[call.key] + 1
        place = (self.name, call.key, occurrence)
        known = effects.journal.get(place)
        if known is not None and known.status != "intent":
            return _outcome(known, returns)
        if effects.replay:
            raise NotReplayable(f"the journal has no answer for {call.kind} '{call.name}' in {self.name}")
        privacy.check(effects.mode, call.name, outside=call.outside, private=call.private)
        row = EffectRow(
            run_id=effects.lease.run_id,
            step=self.name,
            key=call.key,
            occurrence=occurrence,
            kind=call.kind,
            name=call.name,
            request=call.request,
        )
        row = await self._cached(call, row) or await self._ask(call, row, perform)
        effects.journal[place] = row
        return _outcome(row, returns)

    async def now(self) -> datetime:
        """The time, read once: a replay sees the same."""

        async def read() -> Paid:
            return Paid(value=self._effects.clock())

        return await self.call(Call(kind="clock", name="now", request={}), read, datetime)

    def recorded(self, name: str, returns: type[T]) -> T | None:
        """What was settled under a name before, if it was."""
        known = self._effects.journal.get((self.name, _settling(name).key, 0))
        return None if known is None or known.status == "intent" else _outcome(known, returns)

    async def settle(self, name: str, decide: Callable[[], Awaitable[Paid]], returns: type[T]) -> T:
        """Journal a choice that timing could have changed, such as which results made it into a round."""
        return await self.call(_settling(name), decide, returns)

    async def _cached(self, call: Call, row: EffectRow) -> EffectRow | None:
        effects = self._effects
        if call.keep is None or call.private or effects.fresh:
            return None
        found = await effects.store.cached(call.key, effects.org_id, effects.clock() - call.keep)
        if found is None:
            return None
        done = msgspec.structs.replace(row, status="done", response=found[0], cached=True)
        await effects.store.finish_effect(effects.lease, done)
        return done

    async def _ask(self, call: Call, row: EffectRow, perform: Callable[[], Awaitable[Paid]]) -> EffectRow:
        effects = self._effects
        if call.outside:
            effects.budget.check(reserve=call.kind != "model")
            await effects.store.begin_effect(effects.lease, row)
        reach("effect.before_call", _place(row))
        began = monotonic()

        async def admit() -> None:
            await effects.pace.admit(call.name, call.rate)

        async def report(error: EffectError | None) -> None:
            if call.rate > 0:  # else whoever paces itself has told already
                await effects.pace.report(call.name, error)

        documents: tuple[Document, ...] = ()
        lasting = False
        try:
            paid = await attempt(
                perform, call.retry, timeout=call.timeout, admit=admit, report=report, sleep=effects.sleep
            )
        except (EffectError, ReadFailed) as error:
            done = msgspec.structs.replace(row, status="failed", error=_error(error), seconds=monotonic() - began)
        else:
            documents, lasting = paid.documents, paid.serves_others
            usage = msgspec.structs.replace(paid.usage, effects=1)
            effects.budget.charge(usage)
            response = msgspec.to_builtins(paid.value)
            done = msgspec.structs.replace(
                row, status="done", response=response, usage=usage, seconds=monotonic() - began
            )
        reach("effect.after_call", _place(row))
        writes = [effects.store.finish_effect(effects.lease, done, documents)]
        if call.keep is not None and not call.private and lasting:
            writes.append(effects.store.cache(call.key, effects.org_id, True, done.response))
        await asyncio.gather(*writes)
        reach("effect.after_journal", _place(row))
        return done


def _place(row: EffectRow) -> str:
    return f"{row.run_id} {row.step} {row.kind} {row.key} {row.occurrence}"


def _settling(name: str) -> Call:
    return Call(kind="admit", name=name, request={}, timeout=86_400.0)


def _error(error: InquiroError) -> Json:
    told: Json = {"type": type(error).__name__, "message": str(error)}
    return told | {"retry_after": error.retry_after} if isinstance(error, RateLimited) else told


def _outcome(row: EffectRow, returns: type[T]) -> T:
    if row.status == "failed":
        raise _as_raised(row.error or {})
    return msgspec.convert(row.response, returns, strict=False)


def _as_raised(error: Json) -> InquiroError:
    kind, message = str(error.get("type")), str(error.get("message"))
    if kind == ReadFailed.__name__:
        return ReadFailed(message)
    if kind == RateLimited.__name__:
        return RateLimited(message, error.get("retry_after"))
    return EFFECT_ERRORS.get(kind, EffectError)(message)
