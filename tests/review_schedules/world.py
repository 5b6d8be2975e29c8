"""Two people, each with a process of their own, over one database; any of them may die at any moment."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from sqlalchemy import Engine, text

from inquiro.core.crash_points import armed
from inquiro.core.errors import Conflict, LeaseLost, NeedsPerson, ReviewNotFound
from inquiro.core.types import Review, Run
from inquiro.onboarding.executing.executor import execute
from inquiro.onboarding.executing.reports import Execution
from inquiro.onboarding.reviewing.deciding import blocked_leis
from inquiro.onboarding.reviewing.gate import Gate
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.storage.dialect import connect
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.reviews import Reviews
from inquiro.storage.store import BUSY_SECONDS, SqlStore

from .oracle import ORG, Breach, Crash, Oracle, Tally, ran
from .results import COUNTED, HANDLERS, REGISTRY, RULES, payload_of

_IN_MEMORY = Path("/dev/shm")  # no power is cut here, and a disk would take most of the time
PEOPLE = ("ann", "bob")
REFUSALS = (Conflict, NeedsPerson, LeaseLost, ReviewNotFound)
STEPS = {"propose": 4, "approve": 5, "approve_edited": 3, "revise": 3, "reject": 2, "clear": 1, "execute": 6, "look": 1}
STORE = ("store.before_commit", "store.after_commit")
VERBS = ("verbs.before_look", "verbs.after_look", "verbs.before_commit", "verbs.after_commit")
FRESH = 0.6  # of the steps begin with a look at how things are
Step = Callable[[], Awaitable[Any]]


class World:
    """One session, and what each of the two believes to be true."""

    def __init__(self, open_store: Callable[[str], SqlStore], chance: Random, tally: Tally) -> None:
        self._open, self.chance, self.tally = open_store, chance, tally
        self.stores = {who: open_store(who) for who in PEOPLE}
        self.seen: dict[str, Review | None] = dict.fromkeys(PEOPLE)
        self.known: list[str] = []
        self.done: list[str] = []
        self.number = 0

    async def begin(self) -> None:
        session = await Reviews(self.stores["ann"]).open_session(ORG)
        self.oracle = Oracle(session.id)

    def close(self) -> None:
        for store in self.stores.values():
            store.close()

    def restart(self, who: str) -> None:
        self.stores[who].close()
        self.stores[who] = self._open(who)

    async def step(self) -> None:
        """One of them does something, or both at once; some of it ends in a crash, and is perhaps tried again."""
        people = PEOPLE if self.chance.random() < 0.25 else (self.chance.choice(PEOPLE),)
        planned = {who: await self.plan(who) for who in people}
        crashed = await self._crashing(planned) if self.chance.random() < 0.4 else await self._together(planned)
        for who in crashed:
            self.tally["crashes"] += 1
            self.restart(who)
            if self.chance.random() < 0.6:
                self.done.append(f"{who} again")
                await self._together({who: planned[who]})
        if self.chance.random() < 0.05:
            self.restart(self.chance.choice(PEOPLE))
        await self.check()
        self.tally["steps"] += 1

    async def check(self) -> None:
        await self.oracle.check(self.stores[self.chance.choice(PEOPLE)])

    async def settle(self) -> None:
        """After everything, what was approved is executed to its end, and no more often than once."""
        for who in PEOPLE:
            self.restart(who)
        await self.check()
        for review_id, decision in list(self.oracle.decisions.items()):
            if decision.verdict == "approve":
                await self._execute(self.chance.choice(PEOPLE), review_id)
                if (await ran(self.stores["bob"])).get(review_id, []) != decision.payload.data["names"]:
                    raise Breach(f"verbs of {review_id} are missing")
        await self.check()

    async def plan(self, who: str) -> Step:
        if self.chance.random() < FRESH:
            await self._look(who)()
        name = self.chance.choices(list(STEPS), list(STEPS.values()))[0]
        review = self.seen[who]
        if name == "execute" and self.known:
            target = self.chance.choice([*([review.id] * 3 if review else ()), *self.known[-3:]])
            return self._planned(f"{who} execute {target}", lambda: self._execute(who, target))
        if name in ("propose", "look", "clear"):
            return getattr(self, f"_{name}")(who)
        return getattr(self, f"_{name}")(who, review) if review is not None else self._propose(who)

    def _planned(self, said: str, step: Step) -> Step:
        self.done.append(said)
        return step

    def _names(self, review_id: str) -> list[str]:
        """Never the same twice, so that every execution tells which version it was of."""
        self.number += 1
        looks = [self.chance.choice(("", " look")) for _ in range(self.chance.randint(1, 4))]
        return [f"{review_id}-{self.number}-{place}{look}" for place, look in enumerate(looks)]

    def _propose(self, who: str) -> Step:
        review_id = f"review{len(self.known)}"
        self.known.append(review_id)
        made = new_review(
            payload_of(review_id, self._names(review_id)),
            kind="macro",
            title="names",
            review_id=review_id,
            session_id=self.oracle.session_id,
        )

        async def step() -> None:
            self.seen[who] = await self._reviews(who).propose(made)

        return self._planned(f"{who} propose {review_id}", step)

    def _look(self, who: str) -> Step:
        async def step() -> None:
            session = await self._reviews(who).session(ORG, self.oracle.session_id)
            if session.review_id:
                self.seen[who] = await self._reviews(who).review(ORG, session.review_id)

        return step

    def _approve(self, who: str, review: Review, edits: Any = None) -> Step:
        async def step() -> None:
            decision = await self._gate(who).approve(
                review.id, seen_hash=review.payload_hash, version=review.version, who=who, channel="token", edits=edits
            )
            if decision.verdict != "approve" or decision.seen_hash != review.payload_hash:
                raise Breach(f"{who} approved {review.id}, and {decision} came of it")
            if edits is not None and decision.payload.data != edits:
                raise Breach(f"the edits of {who} are not what was approved")
            self.oracle.decisions.setdefault(review.id, decision)  # whoever was told of it can rely on it
            self.tally["approvals"] += 1

        return self._planned(f"{who} approve {review.id} version {review.version}{' edited' if edits else ''}", step)

    def _approve_edited(self, who: str, review: Review) -> Step:
        return self._approve(who, review, {"names": self._names(review.id)})

    def _revise(self, who: str, review: Review) -> Step:
        edits = {"names": self._names(review.id)}

        async def step() -> None:
            self.seen[who] = await self._gate(who).revise(
                review.id, edits, seen_hash=review.payload_hash, version=review.version, who=who
            )

        return self._planned(f"{who} revise {review.id} version {review.version}", step)

    def _reject(self, who: str, review: Review) -> Step:
        async def step() -> None:
            decision = await self._gate(who).reject(
                review.id, seen_hash=review.payload_hash, version=review.version, who=who, channel="token"
            )
            if decision.verdict != "reject":
                raise Breach(f"{who} rejected {review.id}, and {decision} came of it")
            self.oracle.decisions.setdefault(review.id, decision)
            self.tally["rejections"] += 1

        return self._planned(f"{who} reject {review.id} version {review.version}", step)

    def _clear(self, who: str) -> Step:
        async def step() -> None:
            await self._reviews(who).clear_session(ORG, self.oracle.session_id)

        return self._planned(f"{who} clear", step)

    async def _execute(self, who: str, review_id: str) -> None:
        store = self.stores[who]
        decision = await self._gate(who).approved(review_id)
        run_id = f"run of {review_id}"
        await store.create_run(Run(id=run_id, tool_name="verbs", input_params={}))
        lease = await store.acquire(run_id, who, 0.0)
        report = await execute(
            OnboardingLedger(store),
            lease,
            Execution(
                run_id=run_id,
                decision_id=decision.id,
                groups=decision.payload.groups,
                blocked=blocked_leis(decision),
            ),
            registry=REGISTRY,
            handlers=HANDLERS,
            register_for=lambda _: None,  # type: ignore[arg-type, return-value]
            emit=_silent,
            stopping=lambda: False,
        )
        if not report.finished:
            raise Breach(f"the verbs of {review_id} failed: {report}")
        await self._reviews(who).mark_executed(ORG, review_id)
        self.oracle.executed.add(review_id)
        self.tally["executions"] += 1

    async def _crashing(self, planned: dict[str, Step]) -> list[str]:
        """Whoever reaches the point first dies there."""
        executes = any(" execute " in said for said in self.done[-len(planned) :])
        point, left = self.chance.choice((*STORE, *VERBS) if executes else STORE), [self.chance.choice((1, 1, 2, 3))]
        self.done.append(f"crash at {point} {left[0]}")

        def die(name: str, _detail: str) -> None:
            if name == point:
                left[0] -= 1
                if left[0] == 0:
                    raise Crash(point)

        with armed(die):
            return await self._together(planned)

    async def _together(self, planned: dict[str, Step]) -> list[str]:
        said = await asyncio.gather(*(step() for step in planned.values()), return_exceptions=True)
        crashed = []
        for who, answer in zip(planned, said, strict=True):
            if isinstance(answer, Crash):
                crashed.append(who)
            elif isinstance(answer, REFUSALS):
                self.tally["refusals"] += 1
            elif isinstance(answer, BaseException):
                raise answer
        return crashed

    def _reviews(self, who: str) -> Reviews:
        return Reviews(self.stores[who])

    def _gate(self, who: str) -> Gate:
        return Gate(self._reviews(who), RULES)


def run_schedule(chance: Random, tally: Tally) -> None:
    """One session through some steps, over a new SQLite file."""
    folder = _folder()
    for name in ("inquiro.db-journal", "inquiro.db-wal", "inquiro.db-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.copy(folder / "empty.db", folder / "inquiro.db")
    run_over(lambda who: SqlStore(_engine(who), folder), chance, tally)


def run_over(open_store: Callable[[str], SqlStore], chance: Random, tally: Tally) -> None:
    """The same over any database without reviews; Breach with all steps where something happened that must not."""
    world = World(open_store, chance, tally)
    try:
        asyncio.run(_steps(world, chance))
    except Breach as breach:
        raise Breach(f"{breach} after {world.done}") from breach
    finally:
        world.close()
    tally["schedules"] += 1


async def _steps(world: World, chance: Random) -> None:
    await world.begin()
    for _ in range(chance.randint(3, 10)):
        await world.step()
    await world.settle()


def _silent(*_said: object, **_data: object) -> None: ...


def leave() -> None:
    """Takes away what the schedules of this process shared."""
    if _folder.cache_info().currsize:
        for who in PEOPLE:
            _engine(who).dispose()
        shutil.rmtree(_folder())
    _engine.cache_clear()
    _folder.cache_clear()


@cache
def _folder() -> Path:
    """With a database that has nothing in it: to make one takes longer than a schedule."""
    folder = Path(mkdtemp(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None))
    store = SqlStore.open(f"sqlite:///{folder}/empty.db", folder)
    asyncio.run(store.write(lambda connection: connection.execute(text(COUNTED.format(serial="INTEGER")))))
    store.close()
    return folder


@cache
def _engine(_who: str) -> Engine:
    """A closed store leaves it without connections, and with statements that need not be compiled again."""
    return connect(f"sqlite:///{_folder()}/inquiro.db", _folder(), BUSY_SECONDS)
