"""Verbs at the command line: listed, checked with places, rehearsed by anybody, run once a person approved."""

from __future__ import annotations

import json

import pytest

GROUP = """\
;; a small group
(entity.ensure :entity-type "limited-company" :name "Aldra SE" :as @a)
(entity.ensure :entity-type "fund" :name "Aldra One" :as @b)
(cbu.role:assign-ownership :owner-entity-id @a :owned-entity-id @b :percentage 60 :corroboration :fully-corroborated)
"""


@pytest.fixture
def file(tmp_path, kept):
    path = tmp_path / "group.verbs"
    path.write_text(GROUP)
    return path.name


def waiting(inquiro):
    return json.loads(inquiro("review", "list", "--json").stdout)


def test_verbs_are_listed_with_arguments_and_effects(inquiro):
    shown = inquiro("verbs", "list", "--search", "ownership").stdout
    assert "cbu.role:assign-ownership  changes the store" in shown
    assert ":percentage percentage" in shown
    told = json.loads(inquiro("verbs", "list", "--json").stdout)
    assert {"gleif.enrich", "cbu.ensure", "red-flag.raise"} <= {one["name"] for one in told}
    assert "No verb fits" in inquiro("verbs", "list", "--search", "xylophone").stderr


def test_a_sound_file(inquiro, file):
    assert inquiro("verbs", "check", file).stdout == "3 verbs, no problems\n"
    formatted = inquiro("verbs", "check", file, "--format").stdout
    assert formatted.startswith(
        ';; a small group\n(entity.ensure :entity-type "limited-company" :name "Aldra SE" :as @a)\n'
    )
    assert json.loads(inquiro("verbs", "check", file, "--json").stdout) == {"verbs": 3, "problems": []}


@pytest.mark.fault(43)
def test_everything_wrong_is_said_with_its_place_and_nothing_runs(inquiro, kept, tmp_path):
    (tmp_path / "bad.verbs").write_text('(entity.make :name "A")\n(cbu.assign-role :cbu-id @nobody :role 7)\n')
    done = inquiro("verbs", "check", "bad.verbs")
    assert done.exit_code == 1
    assert done.stdout.startswith("bad.verbs:1:1: unknown verb 'entity.make'")
    assert "bad.verbs:2:" in done.stdout
    assert "@nobody" in done.stdout
    for options in ([], ["--dry-run"]):
        refused = inquiro("verbs", "run", "bad.verbs", *options)
        assert (refused.exit_code, "bad.verbs:1:1:" in refused.stderr) == (2, True)
    assert waiting(inquiro) == []


def test_a_rehearsal_needs_nobody_and_changes_nothing(inquiro, kept, file):
    done = inquiro("verbs", "run", file, "--dry-run")
    assert done.exit_code == 0
    assert "3 created" in done.stdout
    assert "would be created" in done.stdout
    assert json.loads(inquiro("verbs", "run", file, "--dry-run", "--json").stdout)["rehearsed"]
    assert (kept.entities(), waiting(inquiro)) == ([], [])


def test_without_a_person_it_waits_for_one(inquiro, kept, file):
    done = inquiro("verbs", "run", file, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"]) == (0, "waiting")
    assert told["review_id"] in told["link"]
    [review] = waiting(inquiro)
    assert (review["id"], review["kind"]) == (told["review_id"], "verbs")
    assert kept.entities() == []


def test_a_person_sees_it_approves_it_and_it_runs_in_one_command(inquiro, kept, file, person, monkeypatch):
    monkeypatch.setattr("inquiro.cli.approving.typed_hash", lambda view, _doing: view.short_hash)
    done = person("verbs", "run", file, types="")
    assert done.exit_code == 0, done.output
    assert "Verbs as they will run" in done.stderr
    assert "├── " in done.stdout or "└── " in done.stdout
    assert {one.name for one in kept.entities()} == {"Aldra SE", "Aldra One"}
    again = json.loads(person("verbs", "run", file, "--json", types="").stdout)
    assert again["counts"] == {"unchanged": 3}
    assert "└── 60 % Aldra One [fund]" in inquiro("verbs", "tree").stdout
    told = json.loads(inquiro("verbs", "tree", "--json").stdout)
    assert {one["name"] for one in told["entities"]} == {"Aldra SE", "Aldra One"}
    assert [one["percentage"] for one in told["relationships"]] == [60]


def test_nothing_to_draw_yet(inquiro, kept):
    assert "no entities yet" in inquiro("verbs", "tree").stdout


def test_a_person_may_leave_it(kept, file, person):
    done = person("verbs", "run", file, types="")
    assert (done.exit_code, "Nothing was decided" in done.stderr) == (0, True)
    assert kept.entities() == []


def test_a_script_decides_the_review_that_an_earlier_call_made(inquiro, kept, file, tmp_path):
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text(inquiro("tokens", "create", "robot", "--scope", "review").stdout.strip())

    def run(*options):
        return inquiro("verbs", "run", file, "--token-file", str(token), *options)

    for options in ((), ("--hash", "0" * 64)):
        refused = run(*options)
        assert (refused.exit_code, f"verbs run {file} --json" in refused.stderr) == (2, True)
    assert waiting(inquiro) == []
    made = json.loads(inquiro("verbs", "run", file, "--json").stdout)
    seen = ("--hash", made["payload_hash"])
    (tmp_path / file).write_text(GROUP.replace("60", "70"))
    changed = run(*seen)
    assert (changed.exit_code, "says something else" in changed.stderr) == (2, True)
    (tmp_path / file).write_text(GROUP)
    done = run(*seen, "--json")
    assert (done.exit_code, json.loads(done.stdout)["decision"]["review_id"]) == (0, made["review_id"])
    assert {one.name for one in kept.entities()} == {"Aldra SE", "Aldra One"}
    assert waiting(inquiro) == []
    again = run(*seen, "--json")
    assert (again.exit_code, json.loads(again.stdout)["already"]) == (0, True)


@pytest.mark.fault(51)
def test_the_same_file_again_comes_back_to_its_review(inquiro, kept, file, tmp_path):
    first, second = (json.loads(inquiro("verbs", "run", file, "--json").stdout) for _ in range(2))
    assert first == second
    (tmp_path / file).write_text(GROUP.replace("60", "70"))
    changed = json.loads(inquiro("verbs", "run", file, "--json").stdout)
    assert changed["review_id"] != first["review_id"]
    assert len(waiting(inquiro)) == 2


def test_verbs_of_ones_own_are_checked_as_what_they_are(inquiro, tmp_path):
    (tmp_path / "own.yaml").write_text("verbs:\n  a.b: {record: note, arguments: {x: strin}}\n  c.d: {record: note}\n")
    done = inquiro("verbs", "check", "own.yaml")
    assert done.exit_code == 1
    assert "own.yaml:2:" in done.stdout
    assert done.stdout.endswith("1 verb, 1 error\n")
