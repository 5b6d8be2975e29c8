"""The gateway itself: every model call, search, fetch, clock reading and choice of a run passes here."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

import msgspec

from inquiro.core.crash_points import reach
from inquiro.core.decoders import convert
from inquiro.core.errors import EFFECT_ERRORS, EffectError, InquiroError, NotReplayable, RateLimited, ReadFailed
from inquiro.core.pace import Pace
from inquiro.core.protocols import Store
from inquiro.core.types import Document, EffectKind, EffectRow, Json, Lease, PrivacyMode, Usage, Value
from inquiro.effects import privacy
from inquiro.effects.budget import Budget, add, total_of
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
    shared: bool = True  # with other organisations, too
    retry: RetryPolicy = ONCE
    identity: str = ""  # what stands for the name in the key: who fills a role may change without its being asked anew
    writes: bool = False  # it writes the report, so it may use the share kept for that
    worst: Usage | None = None  # the most that one attempt can cost
    final_failure: bool = True  # else a failure is raised but not its outcome: a resume asks again

    @property
    def counted(self) -> bool:
        """A model on this machine takes tokens and time too."""
        return self.outside or self.kind == "model"

    @property
    def spends(self) -> bool:
        return self.kind == "model" or self.worst is not None

    @property
    def key(self) -> str:
        return self._digest(self.identity or self.name)

    @property
    def kept_as(self) -> str:
        """For other runs it matters who answered."""
        return self._digest(self.name)

    def _digest(self, who: str) -> str:
        body = msgspec.json.encode([self.kind, who, self.request], order="deterministic")
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
            budget.written(row.usage)
        return cls(store, lease, budget=budget, journal=rows, **options)

    def step(self, name: str) -> Step:
        """A scope in which equal requests are counted: the second ask is a second effect."""
        return Step(self, name)

    def total(self) -> Usage:
        return total_of([row.usage for row in self.journal.values()])

    async def spent_today(self) -> Usage:
        """By all runs of the organisation, since midnight in UTC."""
        midnight = self.clock().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        return await self.store.spent_since(self.org_id, midnight)


class Step:
    """The effects of one node in one round."""

    def __init__(self, effects: Effects, name: str) -> None:
        self.name = name
        self.borrowed = False  # whether an earlier run's answer was taken here, in this attempt
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
        privacy.check(effects.mode, call.name, kind=call.kind, outside=call.outside, private=call.private)
        row = EffectRow(
            run_id=effects.lease.run_id,
            step=self.name,
            key=call.key,
            occurrence=occurrence,
            kind=call.kind,
            name=call.name,
            request=call.request,
            usage=known.usage if known else Usage(),  # of attempts that were paid for before it was interrupted
        )
        row = await self._cached(call, row) or await _Ask(effects, call, row).answered(perform)
        effects.journal[place] = row
        return _outcome(row, returns)

    async def keep(self, call: Call, value: Any) -> None:
        """An answer that turned out to be of use may serve later runs; whoever asked knows only afterwards."""
        effects = self._effects
        if call.keep is not None and not call.private and not effects.replay:
            await effects.store.cache(call.kept_as, effects.org_id, call.shared, msgspec.to_builtins(value))

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
        found = await effects.store.cached(call.kept_as, effects.org_id, effects.clock() - call.keep)
        if found is None:
            return None
        self.borrowed = True
        done = msgspec.structs.replace(row, status="done", response=found[0], cached=True)
        await effects.store.finish_effect(effects.lease, done)
        return done


class _Ask:
    """One effect under way: let through by the budget, tried, paid for, and written down."""

    def __init__(self, effects: Effects, call: Call, row: EffectRow) -> None:
        self._effects = effects
        self._call = call
        self._row = row
        self._unwritten = Usage()  # charged, but not in the journal yet
        self._wasted = False  # an attempt was paid for and gave nothing

    async def answered(self, perform: Callable[[], Awaitable[Paid]]) -> EffectRow:
        call, effects, paid, error = self._call, self._effects, Paid(value=None, serves_others=False), None
        with await self._allowance():
            if call.counted:
                await effects.store.begin_effect(effects.lease, self._row)
            reach("effect.before_call", _place(self._row))
            began = monotonic()
            try:
                paid = await attempt(
                    perform, call.retry, timeout=call.timeout, admit=self._admit, report=self._report,
                    sleep=effects.sleep,
                )  # fmt: skip
            except (EffectError, ReadFailed) as failure:
                if not call.final_failure:
                    raise
                error = _error(failure)
            else:
                self._charge(msgspec.structs.replace(paid.usage, effects=1))
        reach("effect.after_call", _place(self._row))
        done = msgspec.structs.replace(
            self._row,
            status="done" if error is None else "failed",
            response=msgspec.to_builtins(paid.value),
            error=error,
            seconds=monotonic() - began,
        )
        writes = [self._write(done, paid.documents)]
        if call.keep is not None and not call.private and paid.serves_others:
            writes.append(effects.store.cache(call.kept_as, effects.org_id, call.shared, done.response))
        await asyncio.gather(*writes)
        reach("effect.after_journal", _place(done))
        return done

    async def _allowance(self) -> AbstractContextManager[None]:
        """What is left is looked at last, so that nothing comes between the look and the hold."""
        budget, call = self._effects.budget, self._call
        if call.spends:
            await budget.look_at_day(self._effects.spent_today)
        if call.counted:
            budget.check(reserve=not call.writes)
        return budget.hold(call.worst, reserve=not call.writes) if call.spends else nullcontext()

    async def _admit(self) -> None:
        effects, call = self._effects, self._call
        await effects.pace.admit(call.name, call.rate)
        if self._wasted and call.worst is not None:
            await effects.budget.look_at_day(effects.spent_today)
            effects.budget.check_again(call.worst, reserve=not call.writes)

    async def _report(self, error: EffectError | None) -> None:
        if error is not None and error.usage is not None:
            self._wasted = True
            self._charge(error.usage)
            await self._write(self._row)  # still an intent: whoever goes on with it knows what it has cost
        if self._call.rate > 0:  # else whoever paces itself has told already
            await self._effects.pace.report(self._call.name, error)

    def _charge(self, usage: Usage) -> None:
        self._effects.budget.charge(usage)
        self._unwritten = usage
        self._row = msgspec.structs.replace(self._row, usage=add(self._row.usage, usage))

    async def _write(self, row: EffectRow, documents: Sequence[Document] = ()) -> None:
        effects = self._effects
        await effects.store.finish_effect(effects.lease, row, documents)
        effects.budget.written(self._unwritten)
        self._unwritten = Usage()
        effects.journal[row.step, row.key, row.occurrence] = row


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
    return convert(row.response, returns, strict=False)


def _as_raised(error: Json) -> InquiroError:
    kind, message = str(error.get("type")), str(error.get("message"))
    if kind == ReadFailed.__name__:
        return ReadFailed(message)
    if kind == RateLimited.__name__:
        return RateLimited(message, error.get("retry_after"))
    return EFFECT_ERRORS.get(kind, EffectError)(message)
