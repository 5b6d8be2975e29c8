"""`inquiro note --all`: a line for each note, and at the end what became of all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inquiro.runtime.many_notes
import inquiro.runtime.notebook  # noqa: F401 - before the scripted runtime stands in for the package
from inquiro.core.types import NoteResult, Written


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "in").mkdir(parents=True)
    (folder / "Heat pumps.md").write_text("The limit is 40 dB. #house\n")
    (folder / "in" / "Trains.md").write_text("A sleeper train to the coast. #house/travel\n")
    (folder / "Other.md").write_text("Nothing of the kind.\n")
    return folder


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("INQUIRO_EMBEDDING_MODEL", "off")
    monkeypatch.delenv("INQUIRO_VAULT", raising=False)


@pytest.fixture
def noted(runtime, make_report):
    """What becomes of each note, in turn."""

    def reports(*outcomes: str) -> None:
        runtime.reports = [
            make_report(note=NoteResult(path="x.md", topics_researched=2, written=Written(outcome=one, path="x.md")))
            for one in outcomes
        ]

    reports("written", "unchanged")
    return reports


def test_every_note_with_the_tag_has_its_line_and_its_run(runtime, noted, inquiro, vault):
    done = inquiro("note", "--tag", "house", "--all", "--vault", "vault", "--max-cost", "2", "--depth", "deep")
    assert done.exit_code == 0, done.stderr
    assert [request.note.path for request in runtime.requests] == ["Heat pumps.md", "in/Trains.md"]
    assert {(request.note.send, request.note.depth, request.unattended) for request in runtime.requests} == {
        ("known", "deep", True)
    }
    assert [round(request.max_cost, 2) for request in runtime.requests] == [2.0, 1.97]  # a scripted run costs 3 cents
    assert "1 of 2  Heat pumps.md: changed (2 topics, run 7f3a91c2)" in done.stderr
    assert done.stdout.splitlines() == [
        "Heat pumps.md: changed (2 topics, run 7f3a91c2)",
        "in/Trains.md: nothing new (run 7f3a91c2)",
        "2 notes: 1 changed, 1 nothing new. $0.06",
    ]


def test_the_second_time_nothing_is_left_to_do(runtime, noted, inquiro, vault):
    inquiro("note", "--tag", "house", "--all", "--vault", "vault")
    noted("written")
    done = inquiro("note", "--tag", "house", "--all", "--vault", "vault")
    assert (done.exit_code, len(runtime.requests)) == (0, 2)
    assert done.stdout == "2 notes: 2 done before.\n"
    assert inquiro("note", "--folder", "in", "--all", "--vault", "vault", "--fresh").exit_code == 0
    assert runtime.requests[-1].note.path == "in/Trains.md"
    assert runtime.requests[-1].fresh


def test_json_has_every_note_and_how_many_became_what(runtime, noted, inquiro, vault, make_report):
    runtime.reports = [make_report(note=None, stop_reason="all sources failed"), *runtime.reports]
    done = inquiro("note", "--tag", "house", "--all", "--vault", "vault", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["counts"]) == (1, {"failed": 1, "changed": 1})
    assert "all sources failed" in told["notes"][0]["reason"]
    assert told["notes"][1] | {"queries": []} == {
        "path": "in/Trains.md",
        "outcome": "changed",
        "reason": "",
        "run_id": "7f3a91c2-0000-4000-8000-000000000001",
        "topics": 2,
        "queries": [],
    }


def test_a_run_that_was_cut_off_goes_on(runtime, noted, inquiro, vault):
    def cut_off() -> None:
        raise KeyboardInterrupt

    runtime.during = cut_off
    inquiro("note", "--folder", "in", "--all", "--vault", "vault")
    runtime.during = lambda: None
    done = inquiro("note", "--folder", "in", "--all", "--vault", "vault")
    assert (done.exit_code, len(runtime.requests)) == (0, 1)
    assert runtime.resumed == ["7f3a91c2-0000-4000-8000-000000000001"]
    assert "1 note: 1 changed" in done.stdout


def test_a_budget_that_is_used_up_is_exit_code_4(runtime, noted, inquiro, vault):
    done = inquiro("note", "--tag", "house", "--all", "--vault", "vault", "--max-cost", "0.02")
    assert done.exit_code == 4
    assert "Not all were reached, the $0.02 for all notes are used up: the same command goes on" in done.stdout


def test_a_dry_run_lists_notes_and_searches_and_starts_nothing(runtime, inquiro, vault):
    (vault / "in" / "Pills.md").write_text("Paroxetine weakens tamoxifen. How long is tamoxifen taken?\n")
    done = inquiro("note", "--folder", "in", "--all", "--vault", "vault", "--dry-run")
    assert (done.exit_code, runtime.requests) == (0, []), done.stdout + done.stderr
    assert "in/Pills.md: would be researched" in done.stdout
    assert any("tamoxifen" in line for line in done.stdout.splitlines() if line.startswith("  → "))
    assert "2 notes: 2 would be researched." in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--all"], "--all goes with --tag TAG or --folder DIR"),
        (["--tag", "house"], "--all goes with --tag TAG or --folder DIR"),
        (["Other", "--tag", "house", "--all"], "without a PATH"),
        (["--tag", "house", "--all", "--undo"], "without --undo"),
        (["--tag", "house", "--all", "--out", "a.md"], "--all prints a list"),
        (["--tag", "nowhere", "--all"], "no note of"),
        ([], "say which note"),
    ],
)
@pytest.mark.usefixtures("vault")
def test_what_cannot_be_meant_is_refused_and_costs_no_run(args, said, runtime, inquiro):
    done = inquiro("note", *args, "--vault", "vault")
    assert (done.exit_code, runtime.requests) == (2, [])
    assert said in done.stderr
