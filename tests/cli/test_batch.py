"""Batches at the command line: one review for all rows, each row for itself, what failed resumable."""

from __future__ import annotations

import json

import pytest

ROWS = "name,lei,jurisdiction\nHafen Fonds,,LU\nKlippen Fonds,,LU\nFalsch Fonds,529900HAFENFONDS0399,LU\n"
HALF = """\
template: with-owner
version: "1"
description: A fund of an owner that has to be there already
parameters:
  - {name: name, type: string, required: true}
  - {name: owner, type: string, required: true}
verbs: |
  (entity.ensure :entity-type "fund" :name "{{name}}" :as @fund)
  (ubo.add-ownership :owner-entity-id "{{owner}}" :owned-entity-id @fund :percentage 10)
"""


@pytest.fixture
def rows(tmp_path, kept, monkeypatch):
    monkeypatch.setattr("inquiro.cli.approving.typed_hash", lambda view, _doing: view.short_hash)
    (tmp_path / "rows.csv").write_text(ROWS)
    return "rows.csv"


def test_templates_are_listed(inquiro):
    shown = inquiro("batch", "list").stdout
    assert "onboard-fund-cbu" in shown
    assert "each row: name, lei, jurisdiction" in shown
    assert json.loads(inquiro("batch", "list", "--json").stdout)[0]["verbs"]


def test_a_rehearsal_tells_of_each_row_and_of_those_left_out(inquiro, kept, rows):
    done = inquiro("batch", "start", "onboard-fund-cbu", "--input", rows, "--dry-run")
    assert "✓ Hafen Fonds (LU)" in done.stdout
    assert "left out: " in done.stderr
    told = json.loads(inquiro("batch", "start", "onboard-fund-cbu", "--input", rows, "--dry-run", "--json").stdout)
    assert (told["rows"], len(told["groups"]), len(told["left_out"])) == (3, 2, 1)
    assert kept.entities() == []


def test_without_a_person_it_waits(inquiro, kept, rows):
    done = inquiro("batch", "start", "onboard-fund-cbu", "--input", rows, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"]) == (0, "waiting")
    shown = inquiro("batch", "status", told["batch_id"])
    assert "○ Hafen Fonds (LU)  waiting" in shown.stdout
    assert f"inquiro review approve {told['review_id'][:8]} --execute" in shown.stdout
    assert kept.entities() == []


def test_columns_that_nothing_reads_are_said_and_misspelled_ones_refused(inquiro, kept, tmp_path):
    (tmp_path / "odd.csv").write_text("Name,remark\nHafen Fonds,x\nKlippen Fonds,y\n")
    done = inquiro("batch", "start", "onboard-fund-cbu", "--input", "odd.csv")
    assert (done.exit_code, done.stderr.count("nothing reads the column 'remark'")) == (0, 1)
    assert "left out" not in done.stderr
    (tmp_path / "typo.csv").write_text("name,jurisdication,LEI\nHafen Fonds,LU,\n")
    refused = inquiro("batch", "start", "onboard-fund-cbu", "--input", "typo.csv")
    assert (refused.exit_code, "did you mean 'jurisdiction'?" in refused.stderr) == (2, True)
    unknown = inquiro("batch", "start", "onboard-fund-cbu", "manager=x", "--input", "odd.csv")
    assert (unknown.exit_code, "unknown 'manager'; known: name, lei" in unknown.stderr) == (2, True)
    assert "no review id starts with" in inquiro("batch", "status", "zzz").stderr


def test_a_person_approves_all_rows_at_once_and_no_row_is_done_twice(inquiro, kept, rows, person):
    shared = "management_company=Nordwind KVG"
    done = person("batch", "start", "onboard-fund-cbu", shared, "--input", rows, "--json", types="")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"]) == (0, "done")
    before = kept.entities()
    assert len([one for one in before if one.kind == "cbu"]) == 2
    status = json.loads(inquiro("batch", "status", told["review_id"], "--json").stdout)
    assert status["counts"] == {"done": 2}
    again = person("batch", "start", "onboard-fund-cbu", shared, "--input", rows, types="")
    assert "2 done before" in again.stdout
    assert kept.entities() == before
    assert "graph TD" in inquiro("batch", "status", told["review_id"], "--format", "mermaid").stdout


@pytest.mark.fault(51)
def test_the_same_batch_again_comes_back_to_its_review_and_a_script_may_repeat_itself(inquiro, kept, rows, tmp_path):
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text(inquiro("tokens", "create", "robot", "--scope", "review").stdout.strip())
    start = ("batch", "start", "onboard-fund-cbu", "--input", rows, "--json")
    first, second = (json.loads(inquiro(*start).stdout) for _ in range(2))
    assert first == second
    decide = ("--token-file", str(token), "--hash", first["payload_hash"])
    approved = inquiro("review", "approve", first["review_id"], *decide)
    assert approved.exit_code == 0, approved.output
    told = json.loads(inquiro(*start).stdout)
    assert (told["status"], told["command"]) == ("approved", f"inquiro review execute {first['review_id'][:8]}")
    runs = [json.loads(inquiro(*start, *decide).stdout) for _ in range(2)]
    assert [(one["review_id"], one["status"], one["already"]) for one in runs] == [
        (first["review_id"], "done", False),
        (first["review_id"], "done", True),
    ]
    assert len([one for one in kept.entities() if one.kind == "cbu"]) == 2


def test_a_misspelled_part_of_an_object_is_refused(inquiro, kept, tmp_path):
    (tmp_path / "typo.csv").write_text("name,management_company.name,management_company.lie\nHafen,KVG,x\n")
    refused = inquiro("batch", "start", "onboard-fund-cbu", "--input", "typo.csv")
    assert (refused.exit_code, "did you mean 'management_company.lei'?" in refused.stderr) == (2, True)
    assert "line 2: unknown column 'management_company.lie'" in refused.stderr


@pytest.fixture
def own_template(tmp_path, monkeypatch):
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "batches").mkdir(parents=True)
    (tmp_path / "home" / "batches" / "with-owner.yaml").write_text(HALF)


@pytest.mark.usefixtures("own_template", "rows")
def test_what_fails_in_one_row_stops_that_row_alone_and_is_resumed(inquiro, kept, person, tmp_path):
    (tmp_path / "owner.verbs").write_text('(entity.ensure :entity-type "limited-company" :name "There SE" :as @x)')
    person("verbs", "run", "owner.verbs", types="")
    (tmp_path / "funds.csv").write_text("name,owner\nOne,There SE\nTwo,Missing SE\nThree,There SE\n")
    done = person("batch", "start", "with-owner", "--input", "funds.csv", "--json", types="")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"]) == (1, "failed")
    assert [group["status"] for group in told["groups"]] == ["done", "failed", "done"]
    shown = inquiro("batch", "status", told["review_id"]).stdout
    assert "✗ Two" in shown
    assert "Missing SE" in shown
    assert f"inquiro review execute {told['review_id'][:8]}" in shown
    (tmp_path / "owner.verbs").write_text('(entity.ensure :entity-type "limited-company" :name "Missing SE" :as @x)')
    person("verbs", "run", "owner.verbs", types="")
    resumed = json.loads(inquiro("review", "execute", told["review_id"], "--json").stdout)
    assert resumed["status"] == "done"
    assert sorted(one.name for one in kept.entities() if one.kind == "fund") == ["One", "Three", "Two"]


@pytest.mark.parametrize(
    "words", [["onboard-fund-cbu"], ["nothing", "--input", "rows.csv"], ["onboard-fund-cbu", "--input", "no.csv"]]
)
def test_what_cannot_be_started_is_said(inquiro, rows, words):
    assert inquiro("batch", "start", *words).exit_code == 2


def test_who_decides_sees_the_verbs_of_every_row(inquiro, kept, person, tmp_path):
    names = [f"Fonds {number} {'lang ' * 25}Ende{number}" for number in range(6)]
    (tmp_path / "many.csv").write_text("name,lei,jurisdiction\n" + "".join(f"{name},,LU\n" for name in names))
    waits = inquiro("batch", "start", "onboard-fund-cbu", "--input", "many.csv", "--json")
    short = json.loads(waits.stdout)["review_id"][:8]
    assert "--full writes all of them out" in inquiro("review", "show", short).stdout
    for wish in ("approve", "reject"):
        asked = person("review", wish, short, types="").stderr
        together = "".join(asked.split())  # however its lines are broken
        assert [name for name in names if "".join(f':name "{name}"'.split()) not in together] == []
        assert "--full" not in asked
    assert kept.entities() == []


def test_a_template_is_checked_with_places(inquiro, tmp_path):
    (tmp_path / "t.yaml").write_text(HALF)
    fine = inquiro("batch", "check", "t.yaml")
    assert (fine.exit_code, fine.stdout) == (0, "t.yaml: no problems\n")
    (tmp_path / "t.yaml").write_text(HALF.replace("entity.ensure", "entity.ensuree"))
    broken = inquiro("batch", "check", "t.yaml")
    assert (broken.exit_code, broken.stdout.split(";")[0]) == (1, "t.yaml:8:3: unknown verb 'entity.ensuree'")
    assert json.loads(inquiro("batch", "check", "t.yaml", "--json").stdout)["problems"][0]["line"] == 8
