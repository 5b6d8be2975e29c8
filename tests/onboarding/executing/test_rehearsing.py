"""A dry run tells everything and changes nothing."""

from __future__ import annotations

import pytest

from inquiro.core.errors import BadFile
from inquiro.core.types import VerbGroup

LEI = "529900K9B0N5BT694847"
PROGRAM = f"""
(entity.ensure :name "Alpha SE" :as @a)
(entity.ensure :name "Beta" :city "Berlin")
(gleif.enrich :lei "{LEI}" :as @apex)
(ubo.add-ownership :owner-entity-id @apex :owned-entity-id @a :percentage 60)
(gleif.search :name "Gamma" :as @found)
(note.write :title "t" :hits @found)
(post.send :name "Ann")
"""


def test_a_rehearsal_tells_what_would_happen(office):
    office.execute('(entity.ensure :name "Alpha SE")(entity.ensure :name "Beta" :city "Bonn")', run_id="before")
    before = office.contents(decisions=True)
    report = office.rehearse(VerbGroup(key="program", verbs=PROGRAM))
    (group,) = report.groups
    assert (report.rehearsed, group.status) == (True, "done")
    assert [step.outcome["change"] for step in group.steps[:4]] == ["unchanged", "updated", "created", "created"]
    assert [step.outcome["label"] for step in group.steps[2:]] == [
        f"would ask the register for {LEI}",
        f"{LEI} owns 60 % of Alpha SE",
        "would ask the register for Gamma",
        "depends on what an earlier call finds out",
        "would be called outside",
    ]
    assert office.contents(decisions=True) == before
    assert (office.post.sent, office.register.asked) == ({}, {})
    assert office.steps("") == []


def test_an_entity_that_is_known_stands_for_itself(office):
    office.execute(f'(entity.ensure :name "Apex" :lei "{LEI}")', run_id="before")
    report = office.rehearse(VerbGroup(key="program", verbs=PROGRAM))
    assert report.groups[0].steps[2].outcome["change"] == "found"
    assert report.groups[0].steps[3].outcome["label"] == "Apex owns 60 % of Alpha SE"


def test_how_many_would_be_refreshed_is_told(office):
    office.execute(f'(gleif.enrich :lei "{LEI}")', run_id="before")
    groups = [VerbGroup(key=f"{days} days", verbs=f"(gleif.refresh :stale-days {days})") for days in (0, 1)]
    labels = [group.steps[0].outcome["label"] for group in office.rehearse(*groups).groups]
    assert labels == [f"would ask the register for so many that have grown old: {number}" for number in (1, 0)]


def test_failures_refusals_and_what_is_done_are_told(office):
    office.execute('(entity.ensure :name "Done")', run_id="before")
    report = office.rehearse(
        '(entity.ensure :name "Done")',
        '(cbu.ensure :name "U")(cbu.assign-role :cbu-id "U" :entity-id "nobody" :role "R")(cbu.ensure :name "V")',
        f'(gleif.enrich :lei "{LEI}")',
        '(entity.ensure :name "New")',
        blocked={LEI: "annulled"},
    )
    assert [group.status for group in report.groups] == ["skipped", "failed", "failed", "done"]
    assert report.groups[0].error == "already done in run before"
    assert "there is no entity 'nobody' yet" in report.groups[1].error
    assert len(report.groups[1].steps) == 2
    assert "annulled" in report.groups[2].error
    assert report.counts == {"created": 2}


def test_what_cannot_be_right_is_no_rehearsal(office):
    with pytest.raises(BadFile, match="line 1"):
        office.rehearse("(entity.ensure)")
