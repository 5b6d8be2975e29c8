"""The benchmark counts what failed as failed: a source that nobody asks made its runs look a thousand times faster."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from inquiro.core.errors import Unavailable
from inquiro.core.types import Report, RoundRecord
from inquiro.providers.search import registry
from inquiro.testing import Page, ScriptedProvider, plugged_in

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def concurrency(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(BENCH))
    import concurrency

    yield concurrency
    for name in ("concurrency", "_table", "_sleeper", "_base_install"):
        sys.modules.pop(name, None)


def test_runs_that_failed_are_errors_and_no_work(concurrency: ModuleType, pages: list[Page]) -> None:
    down = ScriptedProvider("down", pages, search_error=Unavailable("it is down"))
    with plugged_in(registry, down=lambda _: down):
        rows = {row.name: row.figure for row in asyncio.run(concurrency.measure(concurrency.QUESTIONS[:2], alone=1))}
    assert rows["errors"] == 3
    assert rows["2 runs at once"] == 0
    assert rows["1 runs one after another"] == 0


def test_without_folders_the_source_that_is_plugged_in_is_asked(concurrency: ModuleType, pages: list[Page]) -> None:
    source = ScriptedProvider("street", pages)
    with plugged_in(registry, street=lambda _: source):
        rows = {row.name: row.figure for row in asyncio.run(concurrency.measure(concurrency.QUESTIONS[:1], alone=1))}
    assert source.searches
    assert rows["errors"] == 0


def test_a_report_of_nothing_is_no_figure(concurrency: ModuleType) -> None:
    import _table

    empty = Report(trace_id="r", question="q", answer="", status="completed", rounds=(RoundRecord(iteration=1),))
    with pytest.raises(SystemExit):
        _table.sound(empty)
