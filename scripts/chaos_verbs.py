"""Kill processes that carry out approved verbs, and approved batches, at seeded moments; resume them until they are done.

Some kills strike at a random time, the others at a named moment of the code. What is there in the end must be what an
undisturbed execution leaves: the same entities and relationships, one journal row for each call and no more, the hash
that was approved, a session that is `executed`. The register is asked again only for a call whose answer no journal
had.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from chaos import repeated
from chaos_databases import Copied, OfPostgres, OfSqlite
from fuzz import beside
from inquiro.core.settings import Settings
from inquiro.core.types import Payload, Review, VerbGroup
from inquiro.onboarding.reviewing.payloads import new_review, payload_hash
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime
from inquiro.runtime.known import ORGANISATION

CHILD = Path(__file__).with_name("chaos_verbs_child.py")
FUNDS, LOOKED_UP, ROWS = 60, 12, 200
MOST_KILLS = 6  # of one execution
LAST_MOMENTS = 8
KINDS = ("verbs", "batch")
_FUND = """
(entity.ensure :entity-type "limited-company" :name "Manager {n}" :jurisdiction "LU" :as @manager_{n})
(entity.ensure :entity-type "fund" :name "Fund {n}" :jurisdiction "LU" :as @fund_{n})
(cbu.ensure :name "Fund {n}" :jurisdiction "LU" :client-type "fund" :as @unit_{n})
(cbu.assign-role :cbu-id @unit_{n} :entity-id @fund_{n} :role "ASSET_OWNER")
(cbu.role:assign-ownership :owner-entity-id @manager_{n} :owned-entity-id @fund_{n} :percentage 60 :source "deed")
"""
_LOOKED_UP = (
    '(gleif.enrich :lei "{lei}" :as @listed_{n})\n(gleif.import-tree :lei "{lei}" :direction "both" :depth 2)\n'
)


class Left(NamedTuple):
    """What an execution left behind, in a form that two executions can be compared by."""

    entities: list[Any]
    relationships: list[Any]
    journal: list[Any]
    hashes: tuple[str, ...]
    state: str


class Usual(NamedTuple):
    """An execution that nobody disturbed."""

    left: Left
    seconds: float
    moments: Counter[str]
    requests: Counter[str]


class Found(NamedTuple):
    kills: int
    problems: list[str]
    asked_again: int  # of the register, for calls whose answer no journal had


class World:
    """A register with groups of companies, and the review that all executions of one kind begin with."""

    def __init__(self, folder: Path, database: Copied) -> None:
        self.folder, self.database = folder, database
        beside("small_internet")  # which the register is a part of
        gleif = beside("gleif_server")
        facts = gleif.Facts()
        self.leis = [gleif.with_check_digits(f"529900CHAOS{n:05}00") for n in range(LOOKED_UP)]
        for n, lei in enumerate(self.leis):
            parent = self.leis[n - 1] if n % 4 else ""
            facts.add(lei, f"Listed {n} SE", parent=parent, exception="" if parent else "NO_KNOWN_PERSON")
        self.register = gleif.GleifWorld(facts)
        self.review_id = ""

    def settings(self, url: str) -> Settings:
        return Settings(
            home=self.folder, database_url=url, embedding_model=OFF, provider_urls={"gleif": self.register.url}
        )

    def prepare(self, kind: str) -> None:
        runtime = Runtime.open(self.settings(self.database.prepared))
        try:
            review = asyncio.run(self._proposed(runtime, kind))
        finally:
            runtime.close()
        self.review_id = review.id

    async def _proposed(self, runtime: Runtime, kind: str) -> Review:
        review = await (self._batch(runtime) if kind == "batch" else self._verbs(runtime))
        await runtime.reviews.approve(
            review.id, seen_hash=review.payload_hash, version=review.version, who="Ada", channel="token"
        )
        return review

    async def _verbs(self, runtime: Runtime) -> Review:
        """Hundreds of calls, and between them some that ask the register, in a research session."""
        parts = [_FUND.format(n=n) for n in range(FUNDS)]
        for n, lei in enumerate(self.leis):
            parts.insert(n * (FUNDS // LOOKED_UP + 1), _LOOKED_UP.format(n=n, lei=lei))
        session = await runtime.reviews.store.open_session(ORGANISATION)
        payload = Payload(groups=(VerbGroup(key="chaos", title="chaos", verbs="".join(parts)),))
        return await runtime.reviews.store.propose(
            new_review(payload, kind="macro", title="chaos", session_id=session.id)
        )

    async def _batch(self, runtime: Runtime) -> Review:
        manager = {"management_company": {"name": "Chaos Management", "jurisdiction": "LU"}}
        listed = [{"name": f"Listed {n} SE", "lei": lei, "jurisdiction": "DE"} for n, lei in enumerate(self.leis)]
        rows = [{"name": f"Fund {n}", "jurisdiction": "LU"} for n in range(ROWS - len(listed))]
        mixed = [row for n, one in enumerate(listed) for row in (one, *rows[n :: len(listed)])]
        return await runtime.batches.start("onboard-fund-cbu", rows=mixed, shared=manager)

    def requests(self) -> Counter[str]:
        asked = Counter(one.target for one in self.register.asked)
        self.register.asked.clear()
        return asked

    def start(self, url: str, kill_at: str) -> subprocess.Popen[str]:
        env = {name: value for name, value in os.environ.items() if not name.startswith("INQUIRO_")}
        env |= {"INQUIRO_HOME": str(self.folder), "INQUIRO_DATABASE_URL": url, "INQUIRO_EMBEDDING_MODEL": "off"}
        env |= {"INQUIRO_GLEIF_URL": self.register.url}
        command = [sys.executable, str(CHILD), str(self.log), kill_at, "review", "execute", self.review_id, "--json"]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @property
    def log(self) -> Path:
        return self.folder / "witness.log"

    def left(self, url: str) -> Left:
        runtime = Runtime.open(self.settings(url))
        try:
            return asyncio.run(self._left(runtime))
        finally:
            runtime.close()

    async def _left(self, runtime: Runtime) -> Left:
        ledger = runtime.executions.ledger
        entities = await ledger.ledger_entities(ORGANISATION)
        names = {one.id: f"{one.kind} {one.name} {one.jurisdiction} {one.lei}" for one in entities}
        review = await runtime.reviews.get(self.review_id)
        decision = await runtime.reviews.approved(review.id)
        run = await runtime.executions.find(review.id)
        steps = await runtime.executions.steps(review.id)
        session = await runtime.reviews.status(review.session_id) if review.session_id else {"state": ""}
        executed = str(run.input_params["payload_hash"]) if run else "none"
        return Left(
            entities=sorted(json.dumps(_named(one, names), sort_keys=True) for one in entities),
            relationships=sorted(
                json.dumps(_named(one, names), sort_keys=True)
                for one in await ledger.ledger_relationships(ORGANISATION)
            ),
            journal=sorted((one.group, one.index, one.text, one.key, one.status) for one in steps),
            hashes=(executed, decision.payload_hash, payload_hash(decision.payload), run.status if run else "none"),
            state=str(session["state"]),
        )


def _named(one: Any, names: dict[str, str]) -> Any:
    """Without ids and times, which differ between any two executions."""
    built = msgspec.to_builtins(one)
    plain = {name: names.get(value, value) if isinstance(value, str) else value for name, value in built.items()}
    return {name: value for name, value in plain.items() if name not in {"id", "seq"} and not name.endswith("_at")}


def undisturbed(world: World) -> Usual:
    url = world.database.copy()
    world.log.unlink(missing_ok=True)
    world.requests()
    began = monotonic()
    out, problems = world.start(url, "-").communicate()
    seconds = monotonic() - began
    if not out:
        raise SystemExit(f"the undisturbed execution failed: {problems}")
    moments = Counter(line.split(" ", 1)[0] for line in world.log.read_text().splitlines())
    return Usual(world.left(url), seconds, moments, world.requests())


def trial(world: World, chance: random.Random, usual: Usual, most: int) -> Found:
    """One execution that is killed up to so many times, and then left in peace."""
    url = world.database.copy()
    world.log.unlink(missing_ok=True)
    world.requests()
    kills, wanted = 0, chance.randint(1, min(MOST_KILLS, most))
    problems: list[str] = []
    while kills < wanted and _killed(world, url, chance, usual, kills):
        kills += 1
    resumed = world.start(url, "-")
    out, told = resumed.communicate()
    if resumed.returncode != 0:
        problems.append(f"the last resume ended with {resumed.returncode}: {told.strip()[-300:]} {out[-300:]}")
    problems += different(usual.left, world.left(url))
    asked = world.requests()
    again = asked - usual.requests
    if missing := usual.requests - asked:
        problems.append(f"the register was not asked for {', '.join(missing)}")
    if more := [target for target, times in again.items() if times > kills * usual.requests[target]]:
        problems.append(f"asked more often than there were kills: {more[0]}")
    problems += [f"asked again though its answer was journaled: {place}" for place in repeated(world.log)]
    return Found(kills, problems, again.total())


def _killed(world: World, url: str, chance: random.Random, usual: Usual, before: int) -> bool:
    """Whether it died before it was done: with every kill before there is less left to do."""
    if chance.random() < 0.4:
        process = world.start(url, "-")
        try:
            process.communicate(timeout=chance.uniform(0.3, 0.9) * usual.seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        return process.returncode != 0
    near_the_end = chance.random() < 0.4  # what closes the run: each commit there is a moment of its own
    moments = sorted(usual.moments)
    if near_the_end:
        moments = [name for name in moments if name.startswith("store.") or usual.moments[name] == 1]
    moment = chance.choice(moments)
    often = usual.moments[moment]
    last = max(1, often // (before + 1))
    count = chance.randint(max(1, often - LAST_MOMENTS), often) if near_the_end else chance.randint(1, last)
    process = world.start(url, f"{moment}:{count}")
    process.communicate()
    return process.returncode != 0


def different(expected: Left, found: Left) -> list[str]:
    problems = []
    for name, one, other in zip(Left._fields, expected, found, strict=True):
        if one == other:
            continue
        if isinstance(one, list) and isinstance(other, list):
            lost = [value for value in one if value not in other]
            new = [value for value in other if value not in one]
            shown = f"{len(one)} became {len(other)}; lost {lost[:2]}, new {new[:2]}"
        else:
            shown = f"{one} became {other}"
        problems.append(f"{name}: {shown}")
    return problems


def tried(world: World, kind: str, kills: int, seed: int) -> int:
    """How many of the executions went wrong."""
    world.prepare(kind)
    usual = undisturbed(world)
    left = usual.left
    print(
        f"{world.database.name}, {kind}, undisturbed: {usual.seconds:.1f} s, {len(left.journal)} calls, "
        f"{len(left.entities)} entities, {len(left.relationships)} relationships, "
        f"{usual.requests.total()} requests to the register, {left.hashes[-1]} {left.state}".rstrip(),
        flush=True,
    )
    if left.hashes[-1] != "completed" or left.state not in {"", "executed"} or len(set(left.hashes[:3])) != 1:
        print(f"  the undisturbed execution is not sound: {left.hashes} {left.state}")
        return 1
    chance = random.Random(f"{seed} {kind}")
    found: list[Found] = []
    while (struck := sum(one.kills for one in found)) < kills and len(found) < 3 * kills:
        one = trial(world, chance, usual, kills - struck)
        found.append(one)
        for problem in one.problems:
            print(f"  execution {len(found)} ({one.kills} kills): {problem}", flush=True)
    wrong = sum(bool(one.problems) for one in found)
    print(
        f"  {sum(one.kills for one in found)} kills in {len(found)} executions; other outcomes: {wrong}; "
        f"requests to the register for calls that were cut off: {sum(one.asked_again for one in found)}",
        flush=True,
    )
    return wrong


def main(arguments: Sequence[str]) -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=200, help="of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=KINDS, help="only one kind")
    options.add_argument("--postgres", action="store_true", help="on the server that INQUIRO_TEST_POSTGRES names")
    given = options.parse_args(arguments)
    wrong = 0
    for kind in [given.only] if given.only else KINDS:
        folder = Path(tempfile.mkdtemp(prefix="inquiro-chaos-"))
        try:
            database = OfPostgres(os.environ["INQUIRO_TEST_POSTGRES"]) if given.postgres else OfSqlite(folder)
            world = World(folder, database)
            with world.register.server:
                wrong += tried(world, kind, given.kills, given.seed)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
