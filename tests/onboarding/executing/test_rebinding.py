"""Names that are bound again: a use means the nearest binding before it, also after the process died in between."""

from __future__ import annotations

import pytest

from inquiro.onboarding.executing import executor

LEI = "529900K9B0N5BT694847"
BOARD = """
(cbu.ensure :name "Unit" :as @unit)
(entity.ensure :name "Ann" :as @director)
(cbu.assign-role :cbu-id @unit :entity-id @director :role "DIRECTOR")
(entity.ensure :name "Bob" :as @director)
(cbu.assign-role :cbu-id @unit :entity-id @director :role "DIRECTOR")
"""
ROLES = ["limited-company/Ann/", "limited-company/Bob/"]


def directors(office):
    return [row[2] if row[1].startswith("cbu/") else row[1] for row in office.contents() if row[0] == "role:DIRECTOR"]


def test_each_use_means_the_nearest_binding(office):
    assert office.execute(BOARD).counts == {"created": 5}
    assert directors(office) == ROLES
    keys = [step.key for step in office.steps()]
    assert len(set(keys)) == len(keys)


@pytest.mark.fault(56)
@pytest.mark.parametrize("times", [2, 3, 4])
@pytest.mark.parametrize("point", ["verbs.before_commit", "verbs.after_commit"])
def test_a_resume_knows_which_binding_is_meant(office, dying, monkeypatch, point, times):
    monkeypatch.setattr(executor, "TOGETHER", 1)
    with dying(point, times):
        office.execute(BOARD)
    assert office.execute(BOARD).finished
    assert directors(office) == ROLES
    assert [(step.index, step.status) for step in office.steps()] == [(index, "done") for index in range(5)]


@pytest.mark.fault(56)
def test_the_register_is_asked_for_what_the_name_means_then(office, dying):
    verbs = f"""
    (entity.ensure :name "Ann" :as @x)
    (gleif.enrich :lei "{LEI}" :as @x)
    (red-flag.raise :entity-id @x :flag-type "F" :severity "LOW")
    (gleif.enrich :entity-id @x :as @x)
    """
    with dying("verbs.after_look", 2):
        office.execute(verbs)
    assert office.execute(verbs).finished
    assert office.register.asked == {LEI: 3}
    (flag,) = [row for row in office.contents() if row[0] == "red-flag"]
    assert LEI in flag[2]


def test_a_rehearsal_does_not_take_an_older_binding_for_one_that_is_not_known_yet(office):
    report = office.rehearse("""
    (entity.ensure :name "Ann" :as @x)
    (post.send :name "Bob" :as @x)
    (note.write :title "t" :about @x)
    (entity.ensure :name "Cid" :as @x)
    (note.write :title "u" :about @x)
    """)
    labels = [step.outcome["label"] for step in report.groups[0].steps]
    assert labels[2] == "depends on what an earlier call finds out"
    assert "depends" not in labels[4]
