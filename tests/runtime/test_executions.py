"""What was approved is carried out once, and only that: over crashes, outages and LEIs that nobody confirmed."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import Conflict, NeedsPerson, UsageError
from inquiro.core.types import Payload, VerbGroup
from inquiro.effects.retrying import RetryPolicy
from inquiro.onboarding import register_journal
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.onboarding.verbs.gleif import GLEIF_HANDLERS
from inquiro.onboarding.verbs.handlers import HANDLERS
from inquiro.runtime import Runtime

pytestmark = pytest.mark.real_sources


class Crash(BaseException):
    pass


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(register_journal, "PATIENCE", RetryPolicy(attempts=1, outage_attempts=1))


@pytest.fixture
def opened(settings, nordwind):
    return Runtime.open(msgspec.structs.replace(settings, provider_urls={"gleif": nordwind.url}))


@pytest.fixture
def runtime(opened):
    yield opened
    opened.close()


def program(tmp_path, text):
    path = tmp_path / "program.dsl"
    path.write_text(text)
    return path


async def approved(runtime, path, **options):
    review = await runtime.batches.propose_verbs(path)
    await approve(runtime, review, **options)
    return review


async def approve(runtime, review, **options):
    return await runtime.reviews.approve(
        review.id, seen_hash=review.payload_hash, version=review.version, who="Ada", channel="terminal", **options
    )


async def entities(runtime):
    return sorted(one.name for one in await runtime.executions.ledger.ledger_entities("local"))


TWO = (
    '(entity.ensure :entity-type "fund" :name "Hafen" :as @fund)\n'
    '(cbu.ensure :name "Hafen" :client-type "fund" :as @unit)\n'
    '(cbu.assign-role :cbu-id @unit :entity-id @fund :role "ASSET_OWNER")\n'
)


@pytest.mark.fault(56)
@pytest.mark.parametrize("written", [False, True])
def test_a_crash_while_it_is_closed_leaves_a_session_that_is_executed_after_a_resume(runtime, monkeypatch, written):
    """Just before or just after the run is written down as over: the session has to say so, too."""
    store = runtime.executions._store
    update = store.update_run

    async def dies(lease, **values):
        over = values.get("status") == "completed"
        if not over or written:
            await update(lease, **values)
        if over:
            monkeypatch.undo()
            raise Crash

    async def work():
        session = await runtime.reviews.store.open_session("local")
        payload = Payload(groups=(VerbGroup(key="k", verbs=TWO),))
        review = new_review(payload, kind="macro", title="t", session_id=session.id)
        await approve(runtime, await runtime.reviews.store.propose(review))
        monkeypatch.setattr(store, "update_run", dies)
        with pytest.raises(Crash):
            await runtime.executions.execute(review.id)
        report = await runtime.executions.execute(review.id)
        return report, await runtime.reviews.status(session.id[:8])

    report, status = asyncio.run(work())
    assert (report.finished, status["state"]) == (True, "executed")


def test_every_verb_stands_behind_a_handler(runtime):
    assert {spec.name for spec in runtime.batches.verbs()} == set(HANDLERS)
    assert set(GLEIF_HANDLERS) <= set(HANDLERS)


def test_nothing_runs_before_a_person_decided(runtime, tmp_path):
    async def work():
        review = await runtime.batches.propose_verbs(program(tmp_path, TWO))
        with pytest.raises(NeedsPerson):
            await runtime.executions.execute(review.id)
        return await entities(runtime), await runtime.executions.find(review.id)

    assert asyncio.run(work()) == ([], None)


@pytest.mark.fault(51)
def test_what_was_approved_runs_once(runtime, tmp_path):
    async def work():
        review = await approved(runtime, program(tmp_path, TWO))
        first = await runtime.executions.execute(review.id)
        second = await runtime.executions.execute(review.id)
        runs = [run for run in await runtime.runs() if run.tool_name == "verbs_execute"]
        return first, second, runs, review

    first, second, runs, review = asyncio.run(work())
    assert first.counts == second.counts == {"created": 3}
    assert first.finished
    assert second.finished
    assert len(runs) == 1
    assert runs[0].input_params["payload_hash"] == review.payload_hash


@pytest.mark.fault(52)
def test_a_rejected_review_never_runs(runtime, tmp_path):
    async def work():
        review = await runtime.batches.propose_verbs(program(tmp_path, TWO))
        seen = {"seen_hash": review.payload_hash, "version": 1, "who": "Ada", "channel": "terminal"}
        await runtime.reviews.reject(review.id, **seen)
        with pytest.raises(Conflict):
            await runtime.executions.execute(review.id)
        with pytest.raises(Conflict):
            await approve(runtime, review)
        return await entities(runtime)

    assert asyncio.run(work()) == []


@pytest.mark.fault(56)
@pytest.mark.parametrize("point", ["verbs.before_commit", "verbs.after_commit", "verbs.after_look"])
def test_a_crash_between_approval_and_a_verb_repeats_nothing(opened, tmp_path, gleif_server, point):
    text = (
        TWO
        + f'(gleif.enrich :lei "{gleif_server.APEX}" :as @apex)\n(cbu.assign-role :cbu-id @unit :entity-id @apex :role "X")\n'
    )

    async def dies():
        review = await approved(opened, program(tmp_path, text))
        run = await opened.executions.start(review.id)

        def die(name, _):
            if name == point:
                raise Crash

        with armed(die), pytest.raises(Crash):
            await opened.executions.carry_out(run)
        return review

    review = asyncio.run(dies())
    opened.close()
    again = Runtime.open(opened.settings)

    async def goes_on():
        report = await again.executions.execute(review.id)
        steps = await again.executions.steps(review.id)
        return report, steps, await entities(again)

    try:
        report, steps, names = asyncio.run(goes_on())
    finally:
        again.close()
    assert report.finished
    assert [step.status for step in steps] == ["done"] * 5
    assert names == ["Hafen", "Hafen", "Nordwind Capital SE"]


@pytest.mark.fault(57)
@pytest.mark.parametrize(("which", "verdict"), [("STRANGER", "name_differs"), ("NOWHERE", "not_found")])
def test_an_lei_that_the_register_does_not_bear_out_stops_its_verbs(runtime, tmp_path, gleif_server, which, verdict):
    lei = getattr(gleif_server, which)
    text = f'(entity.ensure-limited-company :name "Nordwind Capital SE" :lei "{lei}" :jurisdiction "DE")'

    async def work():
        review = await approved(runtime, program(tmp_path, text))
        report = await runtime.executions.execute(review.id)
        return review, report, await entities(runtime)

    review, report, names = asyncio.run(work())
    assert review.payload.leis[0].verdict == verdict
    assert not report.finished
    assert lei in report.groups[0].error
    assert names == []


@pytest.mark.fault(57)
def test_with_the_register_down_only_a_reason_lets_an_lei_through(runtime, tmp_path, gleif_server, nordwind):
    text = f'(entity.ensure-limited-company :name "Nordwind Capital SE" :lei "{gleif_server.APEX}")'
    path = program(tmp_path, text)
    nordwind.mode = "down"

    async def work():
        plain = await approved(runtime, path)
        stopped = await runtime.executions.execute(plain.id)
        with pytest.raises(UsageError, match="reason"):
            await approved(runtime, path, overrides={gleif_server.APEX: ""})
        overridden = await approved(runtime, path, overrides={gleif_server.APEX: "checked on the register's own page"})
        return stopped, await runtime.executions.execute(overridden.id), await entities(runtime)

    stopped, done, names = asyncio.run(work())
    assert not stopped.finished
    assert "unverified" in stopped.groups[0].error or "could not" in stopped.groups[0].error
    assert done.finished
    assert names == ["Nordwind Capital SE"]


def test_who_wants_verbs_to_run_at_once_learns_first_that_they_cannot(runtime, tmp_path, gleif_server, nordwind):
    nordwind.mode = "down"
    text = f'(entity.ensure-limited-company :name "Nordwind Capital SE" :lei "{gleif_server.APEX}")'

    async def work():
        review = await runtime.batches.propose_verbs(program(tmp_path, text))
        with pytest.raises(Conflict, match="override it with a reason"):
            await approve(runtime, review, execute=True)
        undecided = await runtime.reviews.decision(review.id)
        await approve(runtime, review, execute=True, overrides={gleif_server.APEX: "seen on the register's page"})
        return undecided, (await runtime.executions.execute(review.id)).finished

    assert asyncio.run(work()) == (None, True)


def test_verbs_of_ones_own_mean_what_they_meant_when_they_were_approved(runtime, tmp_path):
    own = runtime.settings.home / "verbs" / "visit.yaml"
    own.parent.mkdir(parents=True)
    verb = "verbs:\n  visit.log:\n    record: {}\n    arguments:\n      note: {{type: string, required: true}}\n"
    own.write_text(verb.format("draft_visit"))

    async def work():
        review = await approved(runtime, program(tmp_path, '(visit.log :note "hello")'))
        own.write_text(verb.format("sanction_clearance"))
        with pytest.raises(Conflict, match="mean something else"):
            await runtime.executions.execute(review.id)
        own.write_text(verb.format("draft_visit"))
        await runtime.executions.execute(review.id)
        return [record.kind for record in await runtime.executions.ledger.ledger_records("local")]

    assert asyncio.run(work()) == ["draft_visit"]


def test_a_stop_that_came_first_is_heard(runtime, tmp_path):
    async def work():
        review = await approved(runtime, program(tmp_path, TWO))
        run = await runtime.executions.start(review.id)
        await runtime.stop(run.id)
        report = await runtime.executions.carry_out(run)
        return report.groups[0].status, await entities(runtime)

    assert asyncio.run(work()) == ("stopped", [])


@pytest.mark.fault(69)
def test_what_was_researched_here_alone_is_executed_here_alone(settings, nordwind, tmp_path):
    """The research was local_only, the settings are not, the run was deleted: nothing of it reaches the register."""
    opened = Runtime.open(msgspec.structs.replace(settings, provider_urls={"gleif": nordwind.url}))

    async def work():
        payload = Payload(groups=(VerbGroup(key="k", verbs='(entity.ensure :entity-type "fund" :name "A")'),))
        review = await opened.reviews.store.propose(
            new_review(payload, kind="verbs", title="t", run_id="forgotten", privacy="local_only")
        )
        await approve(opened, review)
        run = await opened.executions.start(review.id)
        return run.privacy, opened.reviews.privacy_of(review)

    try:
        assert asyncio.run(work()) == ("local_only", "local_only")
    finally:
        opened.close()


def test_a_register_that_fails_half_way_is_asked_again_later(runtime, tmp_path, gleif_server, nordwind):
    text = f'(entity.ensure :entity-type "fund" :name "First")\n(gleif.enrich :lei "{gleif_server.APEX}" :as @a)\n'

    async def work():
        review = await approved(runtime, program(tmp_path, text))
        nordwind.mode = "down"
        broken = await runtime.executions.execute(review.id)
        nordwind.mode = ""
        return broken, await runtime.executions.execute(review.id), await entities(runtime)

    broken, done, names = asyncio.run(work())
    assert broken.groups[0].status == "failed"
    assert done.finished
    assert names == ["First", "Nordwind Capital SE"]


def test_a_rehearsal_changes_nothing_and_asks_nobody(runtime, tmp_path, gleif_server, nordwind):
    nordwind.mode = "down"
    text = TWO + f'(gleif.enrich :lei "{gleif_server.APEX}" :as @a)\n'

    async def work():
        group = runtime.batches.group_of_file(program(tmp_path, text))
        return await runtime.executions.rehearse([group]), await entities(runtime), await runtime.runs()

    report, names, runs = asyncio.run(work())
    assert report.rehearsed
    assert report.counts["created"] == 4
    assert (names, runs) == ([], [])


def test_an_execution_is_resumed_by_its_review_and_by_a_server(runtime, tmp_path):
    async def work():
        review = await approved(runtime, program(tmp_path, TWO))
        run = await runtime.executions.start(review.id)
        with pytest.raises(UsageError, match="review execute"):
            await runtime.resume(run.id)
        await runtime.go_on(run.id)
        return (await runtime.run(run.id)).status, (await runtime.executions.report(review.id)).finished

    assert asyncio.run(work()) == ("completed", True)
