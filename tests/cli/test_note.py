"""`inquiro note`: what is asked becomes a request, and a person is told what became of the note."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inquiro.runtime.notes as inquiro_notes
from inquiro.cli.note import sending
from inquiro.core.types import NoteAsk, NoteResult, Topic, Written

DIFF = "--- a/Heat pumps.md\n+++ b/Heat pumps.md\n@@ -1 +1,4 @@\n The limit is 40 dB.\n+\n+## Research\n+\n+Found.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Heat pumps.md").write_text("The limit is 40 dB.\n")
    return folder


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("INQUIRO_VAULT", raising=False)


@pytest.fixture
def noted(runtime, make_report):
    """A run that researched a note, with these words about it."""

    def report(**changes) -> None:
        written = Written(outcome="written", path="Heat pumps.md", diff=DIFF)
        topics = (Topic(id="t1", label="heat pump noise limit", type="claim"),)
        note = NoteResult(
            **{"path": "Heat pumps.md", "topics_researched": 1, "written": written, "topics": topics} | changes
        )
        runtime.reports = [make_report(note=note, question="Research note: Heat pumps.md")]

    report()
    return report


def test_the_defaults_are_the_contract(runtime, noted, inquiro, vault):
    done = inquiro("note", " Heat pumps ", "--vault", "vault")
    assert done.exit_code == 0, done.stderr
    [request] = runtime.requests
    assert request.note == NoteAsk(vault=str(vault), path="Heat pumps.md")
    assert (request.question, request.unattended) == ("Research note: Heat pumps.md", True)
    assert (request.max_seconds, request.sources, request.model) == (None, (), None)


def test_every_option_reaches_the_request(runtime, noted, inquiro, vault):
    flags = "--vault vault --depth deep --dry-run --corpus vault --public-corpus vault --source web --domain medical"
    more = "--max-seconds 9 --max-cost 0.5 --max-tokens 90 --privacy local_only --model openai:x --strict --fresh"
    last = "--since 2024 --site a.org --language de"
    done = inquiro("note", "Heat pumps.md", "--focus", "noise rules", *flags.split(), *more.split(), *last.split())
    assert done.exit_code == 0, done.stderr
    [request] = runtime.requests
    asked = NoteAsk(vault=str(vault), path="Heat pumps.md", depth="deep", focus="noise rules", dry_run=True)
    assert request.note == asked
    assert (request.corpora, request.public_corpora, request.sources) == (("vault",), ("vault",), ("web",))
    assert (request.domain, request.privacy, request.model) == ("medical", "local_only", "openai:x")
    assert (request.max_seconds, request.max_cost, request.max_tokens) == (9.0, 0.5, 90)
    assert (request.strict, request.fresh, request.filters.since) == (True, True, "2024-01-01")
    assert (request.filters.sites, request.filters.language) == (("a.org",), "de")


def test_the_vault_may_be_set_once(runtime, noted, inquiro, vault, monkeypatch):
    monkeypatch.setenv("INQUIRO_VAULT", str(vault))
    assert inquiro("note", "heat pumps").exit_code == 0
    assert runtime.requests[0].note.vault == str(vault)


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["  ", "--vault", "vault"], 2, "the path of the note is empty"),
        (["Heat pomps", "--vault", "vault"], 2, "Heat pumps.md"),
        (["Heat pumps", "--vault", "none"], 3, "is not a folder"),
        (["Heat pumps"], 3, "say which vault: --vault DIR, or set INQUIRO_VAULT"),
        (["Heat pumps", "--vault", "vault", "--depth", "light"], 2, "'light' is not one of 'shallow', 'deep'"),
        (["Heat pumps", "--vault", "vault", "--follow", "7f3a"], 2, "No such option"),
        (["Heat pumps", "--vault", "vault", "--undo", "--focus", "x"], 2, "it researches nothing"),
        (["Heat pumps", "--vault", "vault", "--undo", "--out", "a.md"], 2, "it researches nothing"),
        (["Heat pumps", "--vault", "vault", "--json", "--events"], 2, "choose one"),
    ],
)
@pytest.mark.usefixtures("vault")
def test_what_cannot_be_researched_costs_no_run(args, code, said, runtime, inquiro):
    done = inquiro("note", *args)
    assert (done.exit_code, runtime.requests) == (code, [])
    assert said in done.stderr


def test_the_end_says_what_was_written_how_to_undo_it_and_where_the_evidence_is(noted, inquiro, vault):
    done = inquiro("note", "Heat pumps", "--vault", "vault")
    assert "Heat pumps.md: ## Research added, 4 lines" in done.stdout
    assert "inquiro runs show 7f3a91c2" in done.stdout
    assert "inquiro note 'Heat pumps' --vault vault --undo" in done.stdout
    assert "+Found." not in done.stdout


def test_a_dry_run_prints_the_queries_and_the_diff(noted, inquiro, vault):
    written = Written(outcome="dry_run", path="Heat pumps.md", diff=DIFF)
    noted(written=written, queries=("duckduckgo: heat pump noise limit",))
    done = inquiro("note", "Heat pumps", "--vault", "vault", "--dry-run")
    assert done.exit_code == 0
    assert "→ duckduckgo: heat pump noise limit" in done.stdout
    assert done.stdout.index("Would send") < done.stdout.index("+Found.")
    assert DIFF in done.stdout
    assert "--undo" not in done.stdout


def test_json_is_the_report_with_its_note_and_nothing_else(noted, inquiro, vault):
    done = inquiro("note", "Heat pumps", "--vault", "vault", "--json")
    told = json.loads(done.stdout)
    assert (told["note"]["path"], told["note"]["topics_researched"]) == ("Heat pumps.md", 1)
    assert told["note"]["written"]["outcome"] == "written"


def test_a_run_that_did_nothing_for_the_note_shows_its_report(runtime, inquiro, vault, make_report):
    runtime.reports = [make_report(status="stopped", partial=True)]
    done = inquiro("note", "Heat pumps", "--vault", "vault")
    assert done.exit_code == 4
    assert "This report is partial" in done.stdout


def test_undo_prints_its_diff_and_starts_nothing(runtime, inquiro, vault, monkeypatch):
    asked = []

    def undo(settings, path, folder, *, dry_run):
        asked.append((settings.home.name, path, folder, dry_run))
        back = DIFF.replace("\n+\n+## Research\n+\n+Found.", "\n-\n-## Research\n-\n-Found.")
        return Written(outcome="dry_run" if dry_run else "written", path="Heat pumps.md", diff=back)

    monkeypatch.setattr(inquiro_notes, "undo_note", undo)
    done = inquiro("note", "Heat pumps", "--vault", "vault", "--undo")
    assert done.exit_code == 0, done.stderr
    assert "Undone" in done.stdout
    assert "## Research removed, 4 lines" in done.stdout
    assert "-Found." in done.stdout
    dry = inquiro("note", "Heat pumps", "--vault", "vault", "--undo", "--dry-run", "--json")
    assert json.loads(dry.stdout)["outcome"] == "dry_run"
    assert asked == [("home", "Heat pumps", Path("vault"), False), ("home", "Heat pumps", Path("vault"), True)]
    assert runtime.requests == []


def test_show_has_the_evidence_and_what_became_of_the_note(noted, inquiro):
    done = inquiro("runs", "show", "latest")
    assert done.exit_code == 0
    assert done.stdout.index("Trees cool streets") < done.stdout.index("## Research added, 4 lines")
    assert "--undo" not in done.stdout


@pytest.mark.parametrize(
    ("wish", "attended", "mode"),
    [
        (None, True, "ask"),
        ("all", True, "all"),
        ("known", True, "known"),
        (None, False, "known"),
        ("all", False, "known"),
    ],
)
def test_common_words_alone_leave_where_nobody_can_look(wish, attended, mode):
    assert sending(wish, attended=attended) == mode


def test_the_setting_counts_at_a_terminal(monkeypatch):
    monkeypatch.setenv("INQUIRO_SEND", "known")
    assert sending(None, attended=True) == "known"
    assert sending("ask", attended=True) == "ask"


def test_a_wish_that_nobody_can_watch_is_told(runtime, noted, inquiro, vault):
    done = inquiro("note", "Heat pumps", "--vault", "vault", "--send", "all", "--quotes")
    assert runtime.requests[0].note.send == "known"
    assert runtime.requests[0].note.quotes
    assert "needs a terminal" in done.stderr
