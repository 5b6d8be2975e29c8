"""One transaction of several calls."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import StoreFull
from inquiro.core.types import Run, VerbGroup
from inquiro.onboarding.executing.performing import Pending, Performer
from inquiro.onboarding.executing.programs import read_groups
from inquiro.onboarding.verbs.handling import Handling

PROGRAM = '(entity.ensure :name "A" :as @a)(red-flag.raise :entity-id @a :flag-type "X" :severity "LOW")'


def pending(office, *texts, handlers=None):
    groups = [VerbGroup(key=f"k{n}", verbs=text) for n, text in enumerate(texts)]
    programs = read_groups(groups, registry=office.registry, handlers=handlers or office.handlers, blocked={})
    return [Pending(program.calls, {}, len(program.calls) - 1) for program in programs]


def in_one_transaction(office, work):
    async def done():
        with office.opened() as (store, ledger):
            await store.create_run(Run(id="run", tool_name="verbs", input_params={}))
            lease = await store.acquire("run", "me", 30.0)
            return await ledger.in_ledger(lease, "local", "d", lambda it: work(Performer(it, "run", {})))

    return asyncio.run(done())


@pytest.mark.fault(56)
def test_a_transaction_done_again_tells_what_it_did_the_first_time(office):
    """The writer repeats a work whose commit it did not hear of."""
    portion = pending(office, PROGRAM, '(cbu.ensure :name "B")')
    first = in_one_transaction(office, lambda it: it.perform(portion))
    before = office.contents(decisions=True)
    again = in_one_transaction(office, lambda it: it.perform(portion))
    assert [step.outcome["change"] for step in first.steps] == ["created"] * 3
    assert [(step.key, step.outcome["change"]) for step in again.steps] == [
        (step.key, step.outcome["change"]) for step in first.steps
    ]
    assert office.contents(decisions=True) == before


def test_a_failure_takes_back_its_own_call_only(office):
    half = '(cbu.ensure :name "Half" :manco-id "nobody")'
    performed = in_one_transaction(
        office, lambda it: it.perform(pending(office, PROGRAM, f'(cbu.ensure :name "U"){half}', PROGRAM))
    )
    assert [step.status for step in performed.steps] == ["done", "done", "done", "failed", "done", "done"]
    assert [row[0] for row in office.contents()] == ["limited-company/A/", "cbu/U/", "red-flag"]


def test_trouble_of_the_database_is_not_a_failure_of_the_verb(office):
    def full(*_):
        raise StoreFull("no space left")

    portion = pending(office, PROGRAM, handlers=office.handlers | {"red-flag.raise": Handling(apply=full)})
    with pytest.raises(StoreFull):
        in_one_transaction(office, lambda it: it.perform(portion))
    assert (office.contents(), office.steps("run")) == ([], [])
