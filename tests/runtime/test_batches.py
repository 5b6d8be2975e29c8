"""A template for many rows: put before a person as a whole, each row once, failures kept apart."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from inquiro.core.errors import BadFile, Conflict, SessionNotFound, UnknownName, UsageError
from inquiro.runtime import Runtime

pytestmark = pytest.mark.real_sources
TEMPLATE = "onboard-fund-cbu"


@pytest.fixture
def runtime(settings, nordwind):
    opened = Runtime.open(msgspec.structs.replace(settings, provider_urls={"gleif": nordwind.url}))
    yield opened
    opened.close()


async def approve(runtime, review):
    return await runtime.reviews.approve(
        review.id, seen_hash=review.payload_hash, version=review.version, who="Ada", channel="terminal"
    )


def rows(tmp_path, *values):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(list(values)))
    return path


def test_rows_of_a_file_run_row_by_row_and_failures_stay_apart(runtime, tmp_path, gleif_server):
    path = rows(
        tmp_path,
        {"name": "First Fund", "jurisdiction": "LU"},
        {"name": "Bad Fund", "lei": gleif_server.NOWHERE},
        {"name": "Last Fund", "jurisdiction": "LU"},
    )

    async def work():
        review = await runtime.batches.start(TEMPLATE, path=path)
        before = await runtime.batches.status(review.id)
        await approve(runtime, review)
        report = await runtime.executions.execute(review.id)
        names = {one.name for one in await runtime.executions.ledger.ledger_entities("local")}
        return before, report, await runtime.batches.status(review.id), names

    before, report, after, names = asyncio.run(work())
    assert {row["status"] for row in before["rows"]} == {"waiting"}
    assert [group.status for group in report.groups] == ["done", "failed", "done"]
    assert gleif_server.NOWHERE in after["rows"][1]["error"]
    assert after["counts"] == {"done": 2, "failed": 1}
    assert names >= {"First Fund", "Last Fund"}
    assert "Bad Fund" not in names


def test_a_key_is_executed_once_however_often_its_batch_is_started(runtime, tmp_path):
    path = rows(tmp_path, {"name": "First Fund", "jurisdiction": "LU"})

    async def work():
        reports = []
        for _ in range(2):
            review = await runtime.batches.start(TEMPLATE, path=path)
            await approve(runtime, review)
            reports.append(await runtime.executions.execute(review.id))
        return reports

    first, second = asyncio.run(work())
    assert first.groups[0].status == "done"
    assert second.groups[0].status == "skipped"
    assert "already done" in second.groups[0].error


def test_rows_come_from_the_approved_result_of_a_session(runtime, gleif_server, monkeypatch):
    asked, find = [], runtime.batches._approved

    async def found(session_id):
        asked.append(session_id)
        return await find(session_id)

    async def work():
        run = await runtime.macros.start("client-discovery", {"client_name": "Nordwind Kapitalverwaltung"})
        result = (await runtime.execute(run.id)).macro
        with pytest.raises(Conflict, match="no approved result"):
            await runtime.batches.start(TEMPLATE, session_id=result.session_id)
        await approve(runtime, await runtime.reviews.get(result.result_id))
        monkeypatch.setattr(runtime.batches, "_approved", found)
        return await runtime.batches.start(TEMPLATE, session_id=result.session_id)

    review = asyncio.run(work())
    assert len(asked) == 1  # a second time it could be another result, which may travel further
    [group] = review.payload.groups
    assert group.key.endswith(gleif_server.FUND)
    assert "MANAGEMENT_COMPANY" in group.verbs
    assert review.payload.leis


def test_what_cannot_be_started_is_said(runtime, tmp_path):
    async def start(name=TEMPLATE, **given):
        return await runtime.batches.start(name, **given)

    with pytest.raises(UnknownName, match=TEMPLATE):
        asyncio.run(start("onboard", path=rows(tmp_path, {"name": "x"})))
    with pytest.raises(UsageError, match="--from-research SESSION or --input FILE"):
        asyncio.run(start())
    with pytest.raises(SessionNotFound):
        asyncio.run(start(session_id="nobody"))
    with pytest.raises(UsageError, match="nothing to do"):
        asyncio.run(start(path=rows(tmp_path, {"jurisdiction": "LU"})))
    with pytest.raises(BadFile):
        asyncio.run(start(path=tmp_path / "missing.csv"))
    assert asyncio.run(runtime.reviews.list()) == []


@pytest.mark.fault(43)
def test_a_verb_file_is_checked_before_anybody_is_asked(runtime, tmp_path):
    path = tmp_path / "bad.dsl"
    path.write_text('(entity.ensure :entity-type "fund")\n(entity.vanish :name "x")\n')
    with pytest.raises(BadFile) as caught:
        asyncio.run(runtime.batches.propose_verbs(path))
    assert {problem.line for problem in caught.value.problems} == {1, 2}
    assert runtime.batches.check_verbs(path)[1]
    assert asyncio.run(runtime.reviews.list()) == []


@pytest.mark.fault(57)
@pytest.mark.parametrize("inside", [False, True])
def test_a_column_that_nothing_reads_does_not_speak_for_an_lei(runtime, gleif_server, inside):
    posing = {"name": "Somebody Else", "lei": gleif_server.APEX, "legal_name": "Nordwind Capital SE"}
    row = {"name": "Hafen Fund", "management_company": posing} if inside else posing
    review = asyncio.run(runtime.batches.start(TEMPLATE, rows=[row]))
    assert [one.verdict for one in review.payload.leis] == ["name_differs"]
