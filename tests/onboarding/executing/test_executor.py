"""Verbs run once each, in order, and go on where they stopped."""

from __future__ import annotations

from collections import Counter

import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import BadFile, Conflict, Stopped, Unavailable
from inquiro.core.types import VerbGroup
from inquiro.onboarding.executing import executor
from inquiro.onboarding.executing.executor import POINTS

LEI = "529900K9B0N5BT694847"
OTHER_LEI = "549300OZ46BRLZ8Y6F65"
FUND = """
(entity.ensure :entity-type "limited-company" :name "Alpha SE" :jurisdiction "DE" :as @owner)
(entity.ensure :entity-type "fund" :name "Alpha Fund" :jurisdiction "LU" :as @fund)
(cbu.ensure :name "Alpha Fund" :jurisdiction "LU" :as @unit)
(cbu.assign-role :cbu-id @unit :entity-id @fund :role "ASSET_OWNER")
(ubo.add-ownership :owner-entity-id @owner :owned-entity-id @fund :percentage 60 :source "deed")
"""
UNIT = '(cbu.ensure :name "Alpha" :as @unit)(note.write :title "t" :about @unit)'
MIXED = f"""
(entity.ensure :name "Alpha SE" :jurisdiction "DE" :as @owner)
(gleif.enrich :lei "{LEI}" :as @apex)
(post.send :name "Ann")
(ubo.add-ownership :owner-entity-id @apex :owned-entity-id @owner :percentage 60)
(post.put :name "Bob")
(red-flag.raise :entity-id @apex :flag-type "X" :severity "HIGH")
"""


def statuses(report):
    return [group.status for group in report.groups]


def test_a_program_runs_and_tells_what_it_did(office):
    report = office.execute(FUND)
    assert statuses(report) == ["done"]
    assert report.counts == {"created": 5}
    assert report.finished
    assert [row[0] for row in office.contents()] == [
        "limited-company/Alpha SE/",
        "fund/Alpha Fund/",
        "cbu/Alpha Fund/",
        "role:ASSET_OWNER",
        "ownership",
    ]
    assert [(step.status, step.index) for step in office.steps()] == [("done", n) for n in range(5)]
    assert office.told[-1] == "5 of 5 calls done"


def test_it_is_the_same_on_every_database(anywhere, dying, monkeypatch):
    monkeypatch.setattr(executor, "TOGETHER", 2)
    for point in ("verbs.before_commit", "verbs.after_commit", "store.before_commit", "store.after_commit"):
        with dying(point, 2):
            anywhere.execute(FUND, MIXED.replace("post.send", "post.put"))
    failing = '(cbu.ensure :name "Unit" :as @u)(cbu.assign-role :cbu-id @u :entity-id @u :role "R")'
    report = anywhere.execute(FUND, MIXED.replace("post.send", "post.put"), failing)
    assert statuses(report) == ["done", "done", "failed"]
    assert len(anywhere.contents()) == 9
    assert anywhere.post.sent == {"Ann": 1, "Bob": 1}
    assert [step.status for step in anywhere.steps()] == ["done"] * 12 + ["failed"]


def test_a_second_decision_changes_nothing_and_is_written_down(office):
    office.execute(VerbGroup(key="a", verbs=FUND))
    before = office.contents(decisions=True)
    report = office.execute(VerbGroup(key="b", verbs=FUND), run_id="run-2")
    assert report.counts == {"unchanged": 5}
    assert office.contents(decisions=True) == before
    assert len(office.steps("run-2")) == 5


def test_a_key_that_another_run_finished_is_skipped_and_said_so(office):
    office.execute(FUND)
    report = office.execute(FUND, '(entity.ensure :name "Beta")', run_id="run-2")
    assert statuses(report) == ["skipped", "done"]
    assert report.groups[0].error == "already done in run run-1"
    assert office.steps("run-2")[0].group == "row 2"


def test_the_same_run_again_does_nothing_more(office):
    first = office.execute(FUND)
    again = office.execute(FUND)
    assert [step.outcome["change"] for step in again.groups[0].steps] == ["created"] * 5
    assert again.groups[0].status == first.groups[0].status == "done"
    assert len(office.steps()) == 5


def test_a_group_stops_at_its_first_failure_and_the_others_go_on(office):
    failing = '(entity.ensure :name "Beta" :as @b)(ubo.add-ownership :owner-entity-id @b :owned-entity-id @b)(entity.ensure :name "Never")'
    report = office.execute('(entity.ensure :name "First")', failing, '(entity.ensure :name "Last")')
    assert statuses(report) == ["done", "failed", "done"]
    assert report.groups[1].error == "line 1, ubo.add-ownership: Beta cannot own itself"
    assert [row[0].split("/")[1] for row in office.contents()] == ["First", "Beta", "Last"]
    assert not report.finished
    assert any("Row 2: failed" in told for told in office.told)


def test_a_resume_goes_on_at_the_failure(office):
    office.execute('(entity.ensure :name "Beta")', run_id="before")
    program = """
    (entity.ensure :name "Alpha" :as @a)
    (ubo.add-ownership :owner-entity-id @a :owned-entity-id "Gamma")
    (red-flag.raise :entity-id @a :flag-type "X" :severity "LOW")
    """
    group = VerbGroup(key="g", verbs=program)
    assert statuses(office.execute(group)) == ["failed"]
    office.execute(VerbGroup(key="h", verbs='(entity.ensure :name "Gamma")'), run_id="meanwhile")
    report = office.execute(group)
    assert statuses(report) == ["done"]
    assert [step.outcome["change"] for step in report.groups[0].steps] == ["created"] * 3


@pytest.mark.fault(43)
@pytest.mark.parametrize(
    "wrong",
    ['(entity.invent :name "X")', "(entity.ensure)", '(entity.ensure :name "X"', "(cbu.ensure :name @nobody)"],
)
def test_nothing_runs_when_anything_cannot_be_right(office, wrong):
    with pytest.raises(BadFile, match="Row 2"):
        office.execute('(entity.ensure :name "First")', wrong)
    assert office.contents() == []
    assert office.steps() == []


def test_two_groups_cannot_share_a_key(office):
    with pytest.raises(BadFile, match="row 7"):
        office.execute(VerbGroup(key="row 7", verbs=FUND), VerbGroup(key="row 7", verbs=FUND))


@pytest.mark.fault(55)
def test_verbs_that_changed_since_they_were_begun_are_refused(office):
    failing = '(entity.ensure :name "A")(cbu.assign-role :cbu-id "none" :entity-id "none" :role "R")'
    office.execute(failing)
    with pytest.raises(Conflict, match="not those that were begun"):
        office.execute(failing.replace('"A"', '"B"'))
    with pytest.raises(Conflict, match="not those that were begun"):
        office.execute(failing.replace('"R"', '"S"'))


def test_calls_that_wait_for_nothing_share_a_transaction(office):
    commits = Counter()
    rows = [f'(entity.ensure :name "N{n}")(cbu.ensure :name "N{n}")' for n in range(70)]
    with armed(lambda name, _: commits.update([name])):
        report = office.execute(*rows)
    assert report.finished
    assert commits["verbs.after_commit"] == 3  # 140 calls, 64 together
    assert commits["store.after_commit"] <= 3 + 3  # the run, its lease, where it stands


@pytest.mark.parametrize("together", [1, 2, 3, 64])
def test_how_many_share_a_transaction_makes_no_difference(office, monkeypatch, together):
    monkeypatch.setattr(executor, "TOGETHER", together)
    rows = [FUND, MIXED, '(cbu.ensure :name "Z")(ubo.create :cbu-id "none" :name "P")', '(cbu.ensure :name "Y")']
    report = office.execute(*rows)
    assert statuses(report) == ["done", "done", "failed", "done"]
    assert len(office.contents()) == 10
    assert office.post.sent == {"Ann": 1, "Bob": 1}
    assert office.register.asked == {LEI: 1}


def test_a_register_that_does_not_answer_fails_the_call_and_a_resume_asks_again(office):
    office.register.trouble = Unavailable("the register is down")
    report = office.execute(MIXED, '(entity.ensure :name "Other")')
    assert statuses(report) == ["failed", "done"]
    assert "the register is down" in report.groups[0].error
    office.register.trouble = None
    assert statuses(office.execute(MIXED, '(entity.ensure :name "Other")')) == ["done", "done"]
    assert office.register.asked == {LEI: 2}


def test_stopping_leaves_the_rest_for_a_resume(office, monkeypatch):
    monkeypatch.setattr(executor, "TOGETHER", 2)
    answers = iter([False, True])
    report = office.execute(FUND, MIXED, stopping=lambda: next(answers))
    assert statuses(report) == ["stopped", "stopped"]
    assert len(report.groups[0].steps) == 2
    assert statuses(office.execute(FUND, MIXED)) == ["done", "done"]


def test_a_question_that_was_stopped_is_no_failure_and_is_asked_again(office):
    office.register.trouble = Stopped("stopped before the register had answered")
    report = office.execute(MIXED, FUND)
    assert statuses(report) == ["stopped", "stopped"]
    assert not any(step.status == "failed" for group in report.groups for step in group.steps)
    office.register.trouble = None
    assert statuses(office.execute(MIXED, FUND)) == ["done", "done"]
    assert office.register.asked == {LEI: 2}


def test_a_group_without_calls_is_done(office):
    assert statuses(office.execute("; nothing to do")) == ["done"]
    assert statuses(office.execute("; nothing to do", run_id="run-2")) == ["skipped"]


# -- what may not be named --------------------------------------------------------------------------


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    "naming",
    [
        f'(gleif.enrich :lei "{LEI}")',
        f'(entity.ensure :name "Evil" :lei "{LEI}")',
        f'(entity.ensure-limited-company :name "Evil" :parents ["x" {{:lei "{LEI}"}}])',
        f'(red-flag.raise :entity-id "{LEI}" :flag-type "X" :severity "LOW")',
        f'(entity.ensure :name "Evil" :description "see {LEI.lower()}.")',
    ],
)
def test_a_blocked_lei_stops_its_row_before_anything_of_it_happens(office, naming):
    row = f'(entity.ensure :name "Before"){naming}'
    report = office.execute(row, '(entity.ensure :name "Other")', blocked={LEI: "the register has never heard of it"})
    assert statuses(report) == ["failed", "done"]
    assert f"{LEI} may not be used: the register has never heard of it" in report.groups[0].error
    assert [row[0] for row in office.contents()] == ["limited-company/Other/"]
    assert not office.register.asked


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    "naming",
    [
        '(red-flag.raise :entity-id "Evil" :flag-type "X" :severity "LOW")',
        '(entity.ensure :name "evil" :as @e)(red-flag.raise :entity-id @e :flag-type "X" :severity "LOW")',
        '(entity.ensure :name "evil" :as @e)(note.write :title "t" :about @e)',
        '(entity.ensure :name "evil" :as @e)(note.write :title "t" :people [@e])',
        '(entity.ensure :name "evil" :as @e)(gleif.enrich :entity-id @e)',
    ],
)
def test_a_blocked_lei_behind_a_name_is_found_too(office, naming):
    office.execute(VerbGroup(key="a", verbs=f'(entity.ensure :name "Evil" :lei "{LEI}")'), run_id="before")
    report = office.execute(naming, blocked={LEI: "annulled"})
    assert statuses(report) == ["failed"]
    assert "annulled" in report.groups[0].error
    assert len(office.contents()) == 1
    assert not office.register.asked


@pytest.mark.fault(57)
def test_a_blocked_lei_is_not_refreshed_with_the_others(office):
    office.execute(VerbGroup(key="a", verbs=f'(gleif.enrich :lei "{LEI}")'), run_id="before")
    office.register.asked.clear()
    report = office.execute("(gleif.refresh :stale-days 0)", blocked={LEI: "annulled"})
    assert statuses(report) == ["failed"]
    assert "annulled" in report.groups[0].error
    assert not office.register.asked


def test_all_that_have_grown_old_are_refreshed(office):
    office.execute(VerbGroup(key="a", verbs=f'(gleif.enrich :lei "{LEI}")'), run_id="before")
    assert statuses(office.execute("(gleif.refresh :stale-days 0 :limit 5)")) == ["done"]
    assert office.register.asked[LEI] == 2
    [(_, _, attributes)] = office.contents()
    assert "gleif_checked" in attributes


def test_a_malformed_lei_that_is_blocked_stops_only_its_row(office):
    wrong = LEI[:-1] + "0"
    row = f'(gleif.enrich :lei "{wrong}")'
    with pytest.raises(BadFile, match="check digits"):
        office.execute(row, FUND)
    assert statuses(office.execute(row, FUND, blocked={wrong: "malformed"})) == ["failed", "done"]


# -- dying ------------------------------------------------------------------------------------------

ALL_POINTS = [*POINTS, "store.before_commit", "store.after_commit"]


@pytest.mark.fault(56)
@pytest.mark.parametrize("point", ALL_POINTS)
def test_dying_at_any_moment_runs_every_verb_once(new_office, tmp_path, dying, monkeypatch, point):
    monkeypatch.setattr(executor, "TOGETHER", 2)
    with new_office(tmp_path / "whole") as whole:
        passed = Counter()
        with armed(lambda name, _: passed.update([name])):
            assert statuses(whole.execute(MIXED, UNIT)) == ["done", "done"]
        expected = sorted(map(str, whole.contents()))
    assert passed[point], f"nothing passes {point}"
    last = passed[point]
    for occurrence in range(1, last + 1) if point in POINTS else sorted({4, last // 2 + 1, last}):
        with new_office(tmp_path / f"{point}-{occurrence}") as office:
            with dying(point, occurrence):
                office.execute(MIXED, UNIT)
            resume_and_check(office, expected)


def resume_and_check(office, expected):
    done = [step for step in office.steps() if step.status == "done"]
    report = office.execute(MIXED, UNIT)
    held = [group for group in report.groups if group.status == "held"]
    assert office.steps()[: len(done)] == done
    assert office.post.sent["Ann"] <= 1
    assert office.post.sent["Bob"] <= 1
    if held:
        assert held[0].error.startswith("line 4, post.send: begun: nobody knows whether it happened")
        assert held[0].steps[-1].status == "held"
    else:
        assert sorted(map(str, office.contents())) == expected
        assert office.post.sent == {"Ann": 1, "Bob": 1}
        assert [step.status for step in office.steps()] == ["done"] * 8


@pytest.mark.fault(56)
def test_a_commit_that_nobody_heard_of_is_not_done_again(office, dying):
    with dying("store.after_commit", 4):
        office.execute(FUND)
    before = office.contents(decisions=True), office.steps()
    report = office.execute(FUND)
    assert (office.contents(decisions=True), office.steps()) == before
    assert report.counts == {"created": 5}
