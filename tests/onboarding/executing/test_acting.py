"""Calls that change the world outside: never repeated blindly."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import RateLimited, TimedOut, UsageError
from inquiro.onboarding.executing.acting import settle_held
from inquiro.onboarding.verbs.handling import VerbFailed

LETTERS = '(post.send :name "Ann" :as @sent)(entity.ensure :name "After")'
REPEATABLE = LETTERS.replace("post.send", "post.put")


def settle(office, outcome):
    async def settled():
        with office.opened() as (store, ledger):
            lease = await store.acquire("run-1", "me", 30.0)
            (held,) = [step for step in await ledger.verb_steps("run-1") if step.status == "held"]
            return await settle_held(ledger, lease, held, outcome, org_id="local", decision_id="of a person")

    return asyncio.run(settled())


def died_after_sending(office, dying, verbs=LETTERS):
    with dying("verbs.after_act"):
        office.execute(verbs)
    assert office.post.sent == {"Ann": 1}
    assert [step.status for step in office.steps()] == ["begun"]


@pytest.mark.fault(56)
def test_what_may_have_happened_is_held_for_a_person(office, dying):
    died_after_sending(office, dying)
    for _ in range(2):
        report = office.execute(LETTERS)
        assert [group.status for group in report.groups] == ["held"]
        assert "nobody knows whether it happened" in report.groups[0].error
    assert office.post.sent == {"Ann": 1}
    assert office.contents() == []


@pytest.mark.fault(56)
def test_what_is_safe_to_repeat_is_repeated_with_the_same_key(office, dying):
    died_after_sending(office, dying, REPEATABLE)
    assert office.execute(REPEATABLE).finished
    assert office.post.sent == {"Ann": 1}
    assert office.post.keys == [office.steps()[0].key]


@pytest.mark.fault(56)
@pytest.mark.parametrize(("outcome", "sent", "status"), [("done", 1, "done"), ("repeat", 2, "done")])
def test_a_person_settles_it_and_the_rest_goes_on(office, dying, outcome, sent, status):
    died_after_sending(office, dying)
    office.execute(LETTERS)
    settle(office, outcome)
    assert [group.status for group in office.execute(LETTERS).groups] == [status]
    assert office.post.sent == {"Ann": sent}
    assert len(office.contents()) == 1


def test_what_a_person_found_not_to_have_happened_is_tried_again(office, dying):
    with dying("verbs.before_act"):
        office.execute(LETTERS)
    office.execute(LETTERS)
    assert settle(office, "failed").status == "failed"
    assert office.execute(LETTERS).finished
    assert office.post.sent == {"Ann": 1}


def test_dying_again_after_a_repeat_holds_it_again(office, dying):
    died_after_sending(office, dying)
    office.execute(LETTERS)
    settle(office, "repeat")
    with dying("verbs.after_act"):
        office.execute(LETTERS)
    assert office.execute(LETTERS).groups[0].status == "held"
    assert office.post.sent == {"Ann": 2}


def test_the_last_call_settled_finishes_its_group(office, dying):
    only = '(post.send :name "Ann")'
    died_after_sending(office, dying, only)
    office.execute(only)
    settle(office, "done")
    assert office.execute(only).finished
    assert office.execute(only, run_id="run-2").groups[0].status == "skipped"


def test_only_what_is_held_can_be_settled(office):
    office.execute(LETTERS)

    async def settled():
        with office.opened() as (store, ledger):
            lease = await store.acquire("run-1", "me", 30.0)
            step = (await ledger.verb_steps("run-1"))[0]
            await settle_held(ledger, lease, step, "repeat", org_id="local", decision_id="d")

    with pytest.raises(UsageError, match=r"post\.send is done"):
        asyncio.run(settled())


@pytest.mark.parametrize(
    ("verbs", "error", "status"),
    [
        (LETTERS, TimedOut("no answer"), "held"),
        (LETTERS, RateLimited("slow down"), "failed"),
        (LETTERS, VerbFailed("no such street"), "failed"),
        (REPEATABLE, TimedOut("no answer"), "failed"),
    ],
)
def test_no_answer_is_unknown_and_a_refusal_is_not(office, verbs, error, status):
    office.post.trouble["Ann"] = error
    report = office.execute(verbs)
    assert (report.groups[0].status, str(error) in report.groups[0].error) == (status, True)
    office.post.trouble.clear()
    again = office.execute(verbs)
    assert again.groups[0].status == ("held" if status == "held" else "done")


@pytest.mark.fault(56)
def test_another_run_of_the_same_group_does_not_send_again(office):
    failing = '(post.send :name "Ann" :as @sent)(cbu.assign-role :cbu-id "no" :entity-id "no" :role "R")'
    assert office.execute(failing).groups[0].status == "failed"
    report = office.execute(failing, run_id="run-2")
    assert report.groups[0].status == "failed"
    assert [step.status for step in office.steps("run-2")] == ["done", "failed"]
    assert office.post.sent == {"Ann": 1}


@pytest.mark.fault(56)
def test_another_run_holds_what_the_first_one_left_open(office, dying):
    died_after_sending(office, dying)
    report = office.execute(LETTERS, run_id="run-2")
    assert report.groups[0].status == "held"
    assert "begun in run run-1" in report.groups[0].error
    assert office.post.sent == {"Ann": 1}
