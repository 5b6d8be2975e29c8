"""How much a run leaves in the database: rows and bytes by table, after one, two, four and eight rounds."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, func, select

from _table import Row, show, sound
from inquiro.core.settings import Settings
from inquiro.core.types import Assessment, ChecklistItem, Fact, Plan, Query, ResearchRequest
from inquiro.engine import stopping
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.providers.search import registry
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime, wiring
from inquiro.storage.tables import metadata
from inquiro.testing import Page, ScriptedProvider, plugged_in

ROUNDS = (1, 2, 4, 8)
PAGES = 400


class Restless(ExtractiveReasoner):
    """Never satisfied, and always with another question."""

    async def assess(
        self,
        plan: Plan,  # noqa: ARG002
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],  # noqa: ARG002
        **rest: Any,
    ) -> Assessment:
        queries = tuple(Query(text=f"trees lane{20 * rest['round_number'] + n}", items=("c1",)) for n in range(4))
        return Assessment(checklist=tuple(checklist), queries=queries)


def pages() -> list[Page]:
    return [
        Page(
            title=f"Lane{n}", text=f"Trees cool lane{n} in Town{n} by {n % 9 + 1} °C at noon, says Warden{n} Alder{n}."
        )
        for n in range(PAGES)
    ]


def grown(rounds: int) -> tuple[dict[str, int], int]:
    """Rows by table after a run of so many rounds, and the size of the file."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, database_url=f"sqlite:///{home}/inquiro.db", embedding_model=OFF)
        runtime = Runtime.open(settings)
        request = ResearchRequest(question="Do trees cool lanes?", sources=("lanes",), max_iterations=rounds)
        with plugged_in(registry, lanes=lambda _: ScriptedProvider("lanes", pages())):
            report = sound(asyncio.run(runtime.ask(request)))
        runtime.close()
        assert report.iterations_used == rounds, report.stop_reason
        engine = create_engine(settings.database_url)
        with engine.connect() as connection:
            rows = {t.name: connection.scalar(select(func.count()).select_from(t)) or 0 for t in metadata.sorted_tables}
        engine.dispose()
        return rows, (home / "inquiro.db").stat().st_size


def main() -> None:
    wiring.embedded_reasoner = Restless
    stopping.ANSWERED_ROUNDS_BEFORE_METRICS = 99  # rounds are what is measured: nothing may end them early
    measured = {rounds: grown(rounds) for rounds in ROUNDS}
    tables = [name for name, count in measured[ROUNDS[-1]][0].items() if count > 1]
    rows = [Row(f"{name}, rows after {n} rounds", measured[n][0][name], "") for name in tables for n in (1, 8)]
    rows += [Row(f"the file after {n} rounds", measured[n][1] / 1024, "KiB") for n in ROUNDS]
    last, first = measured[ROUNDS[-1]][1], measured[1][1]
    rows.append(Row("one more round adds", (last - first) / 1024 / (ROUNDS[-1] - 1), "KiB"))
    show("What a run leaves behind", rows)


if __name__ == "__main__":
    main()
