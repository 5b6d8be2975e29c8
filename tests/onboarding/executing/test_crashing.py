"""Any program, dying anywhere and resumed as often as it takes: the same ledger as without any of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.types import VerbGroup
from inquiro.onboarding.executing import executor
from inquiro.onboarding.executing.acting import settle_held
from inquiro.onboarding.executing.executor import POINTS

LEIS = ("529900K9B0N5BT694847", "549300OZ46BRLZ8Y6F65")
NAMES = ("Alpha", "Beta", "Gamma")
_name = st.sampled_from(NAMES)
_bound = st.sampled_from(["@a", "@b"])
CALLS = st.one_of(
    _name.map(lambda name: f'(entity.ensure :name "{name}" :city "City of {name}")'),
    _name.map(lambda name: f'(cbu.ensure :name "{name}")'),
    st.sampled_from(LEIS).map(lambda lei: f'(gleif.enrich :lei "{lei}")'),
    _name.map(lambda name: f'(post.send :name "{name}")'),
    _name.map(lambda name: f'(post.put :name "{name}")'),
    _bound.map(lambda one: f'(red-flag.raise :entity-id {one} :flag-type "X" :severity "LOW")'),
    st.tuples(_bound, _bound).map(
        lambda two: "(ubo.add-ownership :owner-entity-id {} :owned-entity-id {})".format(*two)
    ),
    _bound.map(lambda one: f'(note.write :title "of {one}" :about {one})'),
)
FIRST = '(entity.ensure :name "Alpha" :as @a)(entity.ensure :name "Beta" :as @b)'
AGAIN = st.one_of(
    CALLS,
    st.tuples(_name, _bound).map(lambda two: '(entity.ensure :name "{}" :as {})'.format(*two)),
    st.tuples(st.sampled_from(LEIS), _bound).map(lambda two: '(gleif.enrich :lei "{}" :as {})'.format(*two)),
)
REBINDING = st.lists(st.lists(AGAIN, max_size=8).map(lambda calls: FIRST + "".join(calls)), min_size=1, max_size=2)
PROGRAMS = st.lists(st.lists(CALLS, max_size=6).map(lambda calls: FIRST + "".join(calls)), min_size=1, max_size=3)
DEATHS = st.lists(
    st.tuples(st.sampled_from([*POINTS, "store.before_commit", "store.after_commit"]), st.integers(1, 6)), max_size=3
)


def journal(office):
    return [(step.group, step.index, step.status, step.outcome.get("change")) for step in office.steps()]


def settle_truthfully(office):
    """A person looks whether the letter was sent."""

    async def settled():
        with office.opened() as (store, ledger):
            lease = await store.acquire("run-1", "me", 30.0)
            for step in await ledger.verb_steps("run-1"):
                if step.status == "held":
                    sent = "done" if step.key in office.post.keys else "repeat"
                    await settle_held(ledger, lease, step, sent, org_id="local", decision_id="a person's")

    asyncio.run(settled())


def live_through(office, rows, deaths, dying):
    for point, occurrence in deaths:
        try:
            with dying(point, occurrence):
                office.execute(*rows)
        except pytest.fail.Exception:  # it came to its end before that
            break
    report = office.execute(*rows)
    while any(group.status == "held" for group in report.groups):
        settle_truthfully(office)
        report = office.execute(*rows)
    return report


@pytest.mark.fault(56)
@settings(max_examples=settings().max_examples // 5)
@given(rows=PROGRAMS | REBINDING, deaths=DEATHS, together=st.sampled_from([1, 2, 64]))
def test_dying_leaves_no_trace(new_office, dying, rows, deaths, together):
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "TOGETHER", together)
        with new_office(Path(folder) / "a") as undisturbed, new_office(Path(folder) / "b") as office:
            expected = undisturbed.execute(*rows)
            report = live_through(office, rows, deaths, dying)
            assert [group.status for group in report.groups] == [group.status for group in expected.groups]
            assert office.contents() == undisturbed.contents()
            assert office.post.sent == undisturbed.post.sent
            assert sorted(journal(office)) == sorted(journal(undisturbed))


@settings(max_examples=settings().max_examples // 10)
@given(rows=PROGRAMS)
def test_another_decision_for_the_same_verbs_changes_nothing(new_office, rows):
    with TemporaryDirectory() as folder, new_office(Path(folder) / "a") as office:
        first = office.execute(*rows)
        before = office.contents(decisions=True)
        more = [VerbGroup(key=f"again {number}", verbs=row) for number, row in enumerate(rows)]
        again = office.execute(*more, run_id="run-2")
        assert office.contents(decisions=True) == before
        assert [group.status for group in again.groups] == [group.status for group in first.groups]
        assert len(office.steps("run-2")) == len(office.steps("run-1"))
        assert not {"created", "updated"} & set(again.counts)
