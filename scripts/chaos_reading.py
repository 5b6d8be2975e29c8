"""Kill a run with a model while its folder is indexed and read, at twenty named moments, and resume it.

Every trial begins with an empty data folder, so that the index and its vectors are made under the kill, with embeddings
and without in turns. No effect whose answer was journaled may be performed again, no call that was answered and written
down may be paid for again, the resumed run must replay to the byte, and its citations must hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from chaos import Arena
from inquiro.core.settings import Settings
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # where the model server lives

MOMENTS = (
    "index.after_read:1", "reading.after_settle:1", "index.before_vectors:1", "facts.after_settle:1",
    "index.after_read:9", "reading.after_settle:2", "index.after_vectors:1", "facts.after_store:1",
    "index.after_read:20", "facts.after_settle:2", "index.before_vectors:2", "round.after_admit:1",
    "index.after_read:31", "facts.after_store:2", "index.after_vectors:2", "effect.after_call:12",
    "index.before_commit:1", "effect.before_call:20", "index.after_commit:1", "effect.after_journal:30",
)  # fmt: skip


class Outcome(NamedTuple):
    moment: str
    struck: bool
    repeated: int
    problems: tuple[str, ...]


class ColdArena(Arena):
    """Nothing is left of the trial before: no index, no vectors."""

    def fresh_with(self, *, embeddings: bool) -> dict[str, str]:
        shutil.rmtree(self.home, ignore_errors=True)
        env = self.fresh()
        if embeddings:
            del env["INQUIRO_EMBEDDING_MODEL"]
        return env

    def finished(self, env: dict[str, str], *arguments: str) -> tuple[str, str]:
        out, told = self.start(env, "-", *arguments).communicate()
        return out, told


def trial(arena: ColdArena, moment: str) -> Outcome:
    embeddings = "vectors" in moment or MOMENTS.index(moment) % 4 == 1
    env = arena.fresh_with(embeddings=embeddings)
    first = arena.start(env, moment, *arena.command)
    out, told = first.communicate()
    struck = first.returncode != 0
    if struck:
        seen = re.search(r"run ([0-9a-f]{8})", told)
        out, told = arena.finished(env, "runs", "resume", *([seen[1]] if seen else []), "--json")
        if "no unfinished run" in told:  # it died before there was a run
            out, told = arena.finished(env, *arena.command)
    if not out:
        return Outcome(moment, struck, arena.repeated(), (told.strip() or "no report",))
    return Outcome(
        moment, struck, arena.repeated(), tuple(_problems(arena.home, json.loads(out), embeddings=embeddings))
    )


def _problems(home: Path, report: Any, *, embeddings: bool) -> list[str]:
    """Whether it replays, verifies and adds up."""
    runtime = Runtime.open(
        Settings(home=home, database_url=f"sqlite:///{home}/inquiro.db", embedding_model=None if embeddings else OFF)
    )
    try:
        return asyncio.run(_looked_at(runtime, report))
    finally:
        runtime.close()


async def _looked_at(runtime: Runtime, report: Any) -> list[str]:
    run_id, told = report["trace_id"], report["usage"]["calls"]
    problems = [] if report["claims"] else ["the report says nothing"]
    paid = sum(effect.usage.calls for effect in await runtime.effects(run_id))
    if told != paid:
        problems.append(f"{told} calls are told, {paid} are journaled")
    if not (replayed := await runtime.replay(run_id)).identical:
        problems.append(f"the replay differs: {', '.join(replayed.differences)}")
    if not (await runtime.verify(run_id)).holds:
        problems.append("a citation does not hold")
    return problems


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--moments", type=int, default=len(MOMENTS), help="only so many of them")
    options.add_argument("--first", type=int, default=0, help="how many to leave out before")
    given = options.parse_args()
    from inquiro.testing import DiligentModel
    from model_server import ModelServer  # type: ignore[import-not-found]  # a package of the tests

    folder = Path(tempfile.mkdtemp(prefix="inquiro-chaos-"))
    try:
        with ModelServer(DiligentModel(rounds_needed=1_000), delay=0.05) as server:
            arena = ColdArena(folder, None, server.url)
            arena.command = (*arena.command, "--max-rounds", "2")  # the last one counts
            outcomes = []
            for moment in MOMENTS[given.first :][: given.moments]:
                outcomes.append(one := trial(arena, moment))
                good = one.struck and not one.repeated and not one.problems
                how = "" if good else f": struck={one.struck} repeated={one.repeated} {'; '.join(one.problems)}"
                print(f"  {'ok' if good else 'BAD':4} {one.moment}{how}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    struck, repeated = sum(one.struck for one in outcomes), sum(one.repeated for one in outcomes)
    bad = sum(bool(one.problems) for one in outcomes)
    print(f"kills while indexing and reading: {len(outcomes)}, of which {struck} struck before the end")
    print(f"finished effects repeated: {repeated}; runs that do not replay, verify or add up: {bad}")
    return 1 if repeated or bad or struck < len(outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
