"""Two processes that execute the same rows at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import closing

import pytest

from inquiro.core.types import Run, VerbGroup
from inquiro.onboarding.executing import executor
from inquiro.onboarding.executing.executor import execute
from inquiro.onboarding.executing.reports import Execution
from inquiro.storage.ledger import OnboardingLedger

ROWS = 12


@pytest.mark.fault(51)
@pytest.mark.parametrize("together", [1, 2, 5])
def test_each_row_is_finished_by_one_of_them(anywhere, monkeypatch, together):
    monkeypatch.setattr(executor, "TOGETHER", together)
    groups = tuple(
        VerbGroup(key=f"row {n}", verbs=f'(cbu.ensure :name "U{n}" :as @u)(note.write :title "{n}" :about @u)')
        for n in range(ROWS)
    )

    async def process(run_id):
        with closing(anywhere.another_process()) as store:
            await store.create_run(Run(id=run_id, tool_name="verbs", input_params={}))
            lease = await store.acquire(run_id, run_id, 30.0)
            return await execute(
                OnboardingLedger(store),
                lease,
                Execution(run_id=run_id, decision_id=run_id, groups=groups),
                registry=anywhere.registry,
                handlers=anywhere.handlers,
                register_for=lambda _step: anywhere.register,
                emit=lambda *_, **__: None,
                stopping=lambda: False,
            )

    async def both():
        return await asyncio.gather(process("one"), process("two"))

    reports = asyncio.run(both())
    by_row = [Counter(pair) for pair in zip(*([g.status for g in r.groups] for r in reports), strict=True)]
    assert by_row == [Counter(done=1, skipped=1)] * ROWS
    assert all(report.finished for report in reports)
    assert len(anywhere.contents()) == 2 * ROWS
